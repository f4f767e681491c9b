"""Which abstracts the engine reads, by their language."""

from __future__ import annotations

import pytest

from pipeline.engines.extractive import modelled


@pytest.mark.parametrize(
    "text",
    [
        "We propose a new method for road detection, which is faster than those that are in use.",
        "CNN results: 95.2% accuracy with ResNet-50 on ImageNet, compared to 94.1% before.",
        "Current neural network models. They have drawbacks. Solution: deep reinforcement learning.",
        "The term “Weltanschauung” (der Begriff) is hard to translate, as we show in this paper.",
        "本文提出了一种名为RoadNet的图模型，优于传统方法。",
        "本論文では、軽量なモデルを提案する。",
        "Withdrawn.",
        "$x^2$ 95%",
        "",
    ],
)
def test_english_chinese_and_japanese_are_read_and_so_is_what_is_too_short_to_tell(text):
    assert modelled(text)


@pytest.mark.parametrize(
    "text",
    [
        "Dieser Artikel stellt ein neues Verfahren zur Erkennung von Bildern vor, das auf tiefen Netzen beruht.",
        "Este artículo propone un método nuevo para la detección de objetos en imágenes de satélite.",
        "Dans cet article, nous proposons une nouvelle méthode de détection pour les images.",
        "Neste artigo propomos um novo método para detectar objetos em imagens, que não usa rótulos.",
        "W artykule przedstawiono nową metodę rozpoznawania obrazów oraz jej ocenę na danych.",
        "Bài báo này đề xuất một phương pháp mới để phát hiện các đối tượng trong ảnh.",
        "В статье предложен новый метод распознавания изображений, который превосходит ResNet на ImageNet.",
        "본 논문에서는 새로운 영상 인식 방법을 제안한다.",
        "αυτό το άρθρο προτείνει μια νέα μέθοδο",
        "تقترح هذه الورقة طريقة جديدة للتعرف على الصور",
    ],
)
def test_other_languages_are_told_to_be_none_of_these(text):
    assert not modelled(text)
