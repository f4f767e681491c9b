"""OpenAI's files and batches in memory, to be mounted below httpx2 or behind a socket.

    provider = FakeBatches()
    httpx2_mock.route(url__startswith=f"{ADDRESS}/").mock(side_effect=provider)

A batch is worked on at each look, by the numbers that `serve` gives; without them all is served at the first.
"""

from __future__ import annotations

import json
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx
from completions import completion, error

_BOUNDARY = re.compile(r"boundary=([^;\s]+)")


def served(ask):
    """Return the row of an ask that was answered well."""
    return row(ask, completion())


def row(ask, body, status=200):
    """Return the row of an ask that had this response."""
    response = {"status_code": status, "request_id": "req", "body": body}
    return {"id": "batch_req_1", "custom_id": ask["custom_id"], "response": response, "error": None}


def unserved(ask, code="batch_expired"):
    """Return the row of an ask that was not served in time."""
    told = {"code": code, "message": "This request could not be executed before the completion window expired."}
    return {"id": "batch_req_1", "custom_id": ask["custom_id"], "response": None, "error": told}


class FakeBatches:
    """Takes files and batches.

    Args:
        script: what becomes of each ask: a row, or null for an ask of which no file speaks.
        looks: how often a batch is seen at work before it is over.
        ending: the status in which a batch ends.
        faults: why all batches are turned down, as pairs of code and message.
    """

    def __init__(self, script=served, *, looks=0, ending="completed", faults=()):
        self.script, self.looks, self.ending, self.faults = script, looks, ending, faults
        self.files, self.batches, self.calls, self.before = {}, {}, [], []

    def __call__(self, request):
        """Answer `request`; a function in `before` is called first and may answer in its place."""
        path = request.url.path.partition("/v1")[2]
        self.calls.append((request.method, path))
        if self.before:
            early = self.before.pop(0)(request)
            if early is not None:
                return early
        answer = self._answer(request, *path.strip("/").split("/"))
        return answer if isinstance(answer, httpx.Response) else httpx.Response(200, json=answer)

    def count(self, method, path):
        """Return how many such calls came."""
        return self.calls.count((method, path))

    def asks(self, batch_id=None):
        """Return the asks of a batch, or of all of them."""
        names = [batch["input_file_id"] for batch in self.batches.values() if batch_id in {None, batch["id"]}]
        return [json.loads(ask) for name in names for ask in self.files[name].split(b"\n") if ask]

    def _answer(self, request, kind, name=None, what=None):
        if kind == "chat":
            return completion()
        if kind == "files":
            return self._upload(request) if request.method == "POST" else self._content(name)
        if name is None:
            return self._create(json.loads(request.content)) if request.method == "POST" else self._list(request)
        if name not in self.batches:
            return httpx.Response(404, json=error(f"No batch found with id '{name}'"))
        return self._cancel(self.batches[name]) if what == "cancel" else self._look(self.batches[name])

    def _upload(self, request):
        mark = b"--" + _BOUNDARY.search(request.headers["content-type"])[1].encode()
        parts = dict(self._part(part) for part in request.read().split(mark)[1:-1])
        assert parts["purpose"] == b"batch"
        return {"id": self._store(parts["file"]), "object": "file", "bytes": len(parts["file"]), "purpose": "batch"}

    @staticmethod
    def _part(part):
        head, _, content = part.partition(b"\r\n\r\n")
        return re.search(rb' name="([^"]+)"', head)[1].decode(), content.removesuffix(b"\r\n")

    def _store(self, content):
        name = f"file-{len(self.files) + 1}"
        self.files[name] = content
        return name

    def _content(self, name):
        return httpx.Response(200, content=self.files[name], headers={"content-type": "application/octet-stream"})

    def _create(self, wanted):
        assert wanted["endpoint"] == "/v1/chat/completions"
        assert wanted["completion_window"] == "24h"
        name = f"batch_{len(self.batches) + 1}"
        total = self.files[wanted["input_file_id"]].count(b"\n")
        self.batches[name] = {
            "id": name, "object": "batch", "status": "validating", "input_file_id": wanted["input_file_id"],
            "output_file_id": None, "error_file_id": None, "errors": None, "metadata": wanted["metadata"],
            "request_counts": {"total": total, "completed": 0, "failed": 0}, "created_at": 1,
        }  # fmt: skip
        return self.batches[name]

    def _list(self, request):
        rows = list(reversed(self.batches.values()))
        after = request.url.params.get("after")
        start = 1 + [batch["id"] for batch in rows].index(after) if after else 0
        page = rows[start : start + 2]
        return {"object": "list", "data": page, "has_more": start + 2 < len(rows)}

    def _look(self, batch):
        looks = batch.setdefault("looks", 0)
        if batch["status"] in {"validating", "in_progress", "cancelling"}:
            batch["looks"] += 1
            batch["status"] = "in_progress" if looks < self.looks else batch["status"]
            if looks >= self.looks:
                self._end(batch, "cancelled" if batch["status"] == "cancelling" else self.ending)
        return {name: value for name, value in batch.items() if name != "looks"}

    def _cancel(self, batch):
        batch["status"] = "cancelling"
        return batch

    def _end(self, batch, status):
        batch["status"] = status
        if self.faults:
            batch["status"] = "failed"
            batch["errors"] = {"object": "list", "data": [{"code": c, "message": m} for c, m in self.faults]}
            return
        rows = [made for ask in self.asks(batch["id"]) if (made := self.script(ask)) is not None]
        well = [made for made in rows if (made["response"] or {}).get("status_code") == 200]
        ill = [made for made in rows if made not in well]
        batch["request_counts"] |= {"completed": len(well), "failed": len(ill)}
        for name, found in (("output_file_id", well), ("error_file_id", ill)):
            # The order of results is not that of asks.
            rows = [json.dumps(made).encode() + b"\n" for made in reversed(found)]
            batch[name] = self._store(b"".join(rows)) if rows else None


class ServedBatches:
    """A `FakeBatches` behind a port of loopback while its block runs, for clients in a process of their own."""

    def __init__(self, provider):
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _serve(self):
                content = self.rfile.read(int(self.headers.get("content-length") or 0))
                if "chunked" in self.headers.get("transfer-encoding", ""):
                    content = self._chunks()
                headers = {"content-type": self.headers.get("content-type", "application/json")}
                answer = provider(httpx.Request(self.command, f"http://x{self.path}", headers=headers, content=content))
                self.send_response(answer.status_code)
                self.send_header("content-length", str(len(answer.content)))
                self.send_header("content-type", answer.headers.get("content-type", "application/json"))
                self.end_headers()
                self.wfile.write(answer.content)

            def _chunks(self):
                content = b""
                while size := int(self.rfile.readline(), 16):
                    content += self.rfile.read(size)
                    self.rfile.readline()
                self.rfile.readline()
                return content

            do_GET = do_POST = _serve  # noqa: N815 - what the base class calls

            def log_message(self, *_):
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = Thread(target=self._server.serve_forever, daemon=True)

    @property
    def address(self):
        """The base URL."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)
