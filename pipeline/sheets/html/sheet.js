"use strict";
// The page is whole without this file. It reads all it needs from the page's own attributes.
(() => {
  const $ = (id) => document.getElementById(id);
  const cards = [...document.querySelectorAll(".card")];
  const homes = new Map(cards.map((card) => [card, card.parentNode]));
  const sections = [...document.querySelectorAll("section.area")];
  const flat = document.querySelector("main").insertBefore(document.createElement("section"), sections[0] || null);
  const controls = ["q", "area", "kind", "flag", "source", "figures", "unread", "sort"].map($).filter(Boolean);
  const total = document.querySelector(".bar output");
  const table = document.querySelector(".claims");
  const words = (text) => text.split(" ").filter(Boolean);

  // --- Read marks, kept in this browser only ---------------------------------------------------
  const shelf = "claimsheet-read";
  const read = new Set();
  try {
    for (const id of JSON.parse(localStorage.getItem(shelf)) || []) read.add(id);
  } catch {
    // No storage, or something else in it: nothing is read yet.
  }

  function markRead(card, isRead) {
    read[isRead ? "add" : "delete"](card.dataset.id);
    try {
      localStorage.setItem(shelf, JSON.stringify([...read]));
    } catch {
      // The mark lasts as long as the page.
    }
    showRead(card);
    card.querySelector("details").open = !isRead;
  }

  function showRead(card) {
    card.querySelector(".read").setAttribute("aria-pressed", read.has(card.dataset.id));
  }

  // --- Search, filters and order, all in the address so that a view can be shared --------------
  const texts = new Map();
  function textOf(card) {
    if (!texts.has(card)) texts.set(card, card.textContent.toLowerCase().replace(/\s+/g, " "));
    return texts.get(card);
  }

  const state = () => Object.fromEntries(controls.map((c) => [c.id, c.type === "checkbox" ? (c.checked ? "1" : "") : c.value.trim()]));

  function matches(card, view, terms) {
    const data = card.dataset;
    return (!view.area || data.area === view.area)
      && (!view.kind || words(data.kind).includes(view.kind))
      && (!view.flag || words(data.flag).includes(view.flag))
      && (!view.source || words(data.source).includes(view.source))
      && (!view.figures || data.figures !== "0")
      && (!view.unread || !read.has(data.id))
      && terms.every((term) => textOf(card).includes(term));
  }

  const orders = {
    input: (a, b) => a.dataset.n - b.dataset.n,
    multiplier: (a, b) => b.dataset.multiplier - a.dataset.multiplier || a.dataset.n - b.dataset.n,
    flags: (a, b) => b.dataset.flags - a.dataset.flags || a.dataset.n - b.dataset.n,
  };

  let ordered = "";
  function arrange(order) {
    if (order === ordered) return;
    ordered = order;
    if (orders[order]) flat.append(...[...cards].sort(orders[order]));
    else for (const card of cards) homes.get(card).append(card);
  }

  function show() {
    const view = state();
    const terms = words(view.q.toLowerCase());
    arrange(view.sort);
    let shown = 0;
    for (const card of cards) {
      card.hidden = !matches(card, view, terms);
      shown += !card.hidden;
    }
    for (const section of sections) section.hidden = !section.querySelector(".card:not([hidden])");
    total.textContent = total.dataset.shown.replace("{shown}", shown).replace("{papers}", cards.length);
    $("nothing").hidden = shown > 0;
    showRows();
    return view;
  }

  function update() {
    const view = new URLSearchParams(Object.entries(show()).filter(([, value]) => value));
    history.replaceState(null, "", view.size ? `#${view}` : location.pathname + location.search);
  }

  function restore() {
    const hash = location.hash.slice(1);
    if (hash && !hash.includes("=")) return reveal(); // a place on the page, not a view
    const view = new URLSearchParams(hash);
    for (const control of controls) {
      const value = view.get(control.id) || "";
      if (control.type === "checkbox") control.checked = value === "1";
      else control.value = value;
      if (control.selectedIndex === -1) control.value = "";
    }
    show();
  }

  // --- The table of claims: the rows of the papers that are shown, in the order of a column -----
  const rows = table ? [...table.querySelectorAll("tbody tr")] : [];
  function showRows() {
    if (!table?.querySelector("details").open) return;
    const gone = new Set(cards.filter((card) => card.hidden).map((card) => card.dataset.n));
    for (const row of rows) row.hidden = gone.has(row.dataset.p);
  }

  function sortRows(button) {
    const head = button.parentNode;
    const up = head.getAttribute("aria-sort") !== "ascending";
    for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    // The page comes in the order of its values: multiples first, the largest on top.
    const text = (row) => row.cells[head.cellIndex].textContent.trim();
    const sorted = head.dataset.sort === "value" ? [...rows] : [...rows].sort((a, b) => !text(a) - !text(b) || order.compare(text(a), text(b)));
    rows[0].parentNode.append(...(up ? sorted : sorted.reverse()));
  }

  const order = new Intl.Collator(document.documentElement.lang, { numeric: true });
  for (const head of table?.querySelectorAll("th") || []) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    button.addEventListener("click", () => sortRows(button));
    head.replaceChildren(button);
  }
  table?.querySelector("details").addEventListener("toggle", showRows);

  function reveal() {
    const place = location.hash.length > 1 && !location.hash.includes("=") && $(decodeURIComponent(location.hash.slice(1)));
    if (!place) return;
    const fold = place.closest("details");
    if (fold) fold.open = true;
    const told = place.matches("i") && place.closest(".card").querySelector(`[data-k="${CSS.escape(place.className)}"]`);
    if (told) light((pinned = told));
    place.scrollIntoView({ block: told ? "center" : "start" });
  }

  // --- A statement lights its words, and words their statements -------------------------------
  let pinned = null;
  function lit(card, keys, on) {
    for (const key of keys) {
      for (const mark of card.querySelectorAll(`mark[data-s~="${CSS.escape(key)}"]`)) mark.classList.toggle("lit", on);
      for (const told of card.querySelectorAll(`[data-k="${CSS.escape(key)}"]`)) told.classList.toggle("lit", on);
    }
  }

  function light(target) {
    for (const old of document.querySelectorAll(".lit")) old.classList.remove("lit");
    const at = target?.closest?.("[data-k], mark");
    if (!at) return;
    lit(at.closest(".card"), at.dataset.k ? [at.dataset.k] : words(at.dataset.s), true);
  }

  function pin(event) {
    const at = event.target.closest("[data-k], mark");
    const key = event.target.closest("a.key");
    if (key) event.preventDefault();
    else if (event.target.closest("a, button, summary")) return;
    pinned = at && at !== pinned ? at : null;
    light(pinned);
    if (!pinned) return;
    const card = at.closest(".card");
    const other = at.dataset.k
      ? card.querySelector(`mark[data-s~="${CSS.escape(at.dataset.k)}"]`)
      : card.querySelector(`[data-k="${CSS.escape(words(at.dataset.s)[0])}"]`);
    other?.scrollIntoView({ block: "nearest" });
  }

  // --- Keys ------------------------------------------------------------------------------------
  const here = () => document.activeElement?.closest?.(".card");

  function step(by) {
    const visible = [...document.querySelectorAll(".card:not([hidden])")];
    const next = visible[here() ? visible.indexOf(here()) + by : 0];
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: "start" });
  }

  const keys = {
    "/": () => { $("q").focus(); $("q").select(); },
    j: () => step(1),
    k: () => step(-1),
    o: () => { const fold = here()?.querySelector("details"); if (fold) fold.open = !fold.open; },
    x: () => { const card = here(); if (card) markRead(card, !read.has(card.dataset.id)); },
    Escape: () => { pinned = null; light(null); },
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    if (event.key !== "Escape" && event.target.closest("input, select, textarea")) return;
    if (event.key !== "Escape") event.preventDefault();
    keys[event.key]();
  });
  document.addEventListener("pointerover", (event) => { if (!pinned && event.pointerType === "mouse") light(event.target); });
  document.addEventListener("focusin", (event) => { if (!pinned) light(event.target); });
  document.addEventListener("click", (event) => {
    const card = event.target.closest(".card");
    const copy = event.target.closest(".copy");
    if (event.target.closest(".read")) markRead(card, !read.has(card.dataset.id));
    else if (copy) copyQuestions(copy);
    else pin(event);
  });

  async function copyQuestions(button) {
    const lines = [...button.closest(".ask").querySelectorAll("li")].map((item, at) => `${at + 1}. ${item.textContent}`);
    await navigator.clipboard.writeText(lines.join("\n"));
    button.textContent = button.dataset.done;
  }

  for (const control of controls) control.addEventListener(control.type === "search" ? "input" : "change", update);
  $("reset").addEventListener("click", () => {
    for (const control of controls) control.type === "checkbox" ? (control.checked = false) : (control.value = "");
    update();
  });
  addEventListener("hashchange", restore);
  for (const element of document.querySelectorAll(".bar, .read, .copy")) element.hidden = !navigator.clipboard && element.matches(".copy");
  for (const card of cards) {
    showRead(card);
    if (read.has(card.dataset.id)) card.querySelector("details").open = false;
  }
  restore();
})();
