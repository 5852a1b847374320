"""A server on loopback that answers as its script says, in the shape of a language model's."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from minne.extraction.llm import LlmExtractor
from minne.extraction.llm_client import Server
from minne.zone import zone

KEY = "sk-a-very-private-key-1234567890"
TIMEOUT = 0.4  # seconds


@dataclass(frozen=True)
class Answer:
    """What the server sends: a status, a body and headers; or nothing, until the test is over."""

    body: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    hangs: bool = False


def completion(content: str | None, *, finish: str = "stop", refusal: str | None = None) -> Answer:
    message = {"role": "assistant", "content": content, "refusal": refusal}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return Answer(json.dumps({"id": "1", "object": "chat.completion", "choices": [choice]}))


def fact(text: str, quote: str = "", **fields: Any) -> dict[str, Any]:
    """A fact as a model answers it: a stated preference from the first line, unless told otherwise."""
    plain = {"type": "preference", "kind": "stated", "sources": ["E1"], "valid_until": None, "same_as": None}
    return {"text": text, "quote": quote or text, **plain, **fields}


def facts_json(*rows: dict[str, Any]) -> str:
    return json.dumps({"facts": list(rows)})


def answered(*rows: dict[str, Any]) -> Answer:
    return completion(facts_json(*rows))


def failed(status: int, message: str = "no", *, code: str | None = None, **headers: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(json.dumps({"error": {"message": message, "code": code}}), status, named)


HANG = Answer(hangs=True)
NOTHING = answered()


class ScriptedServer:
    """Gives the script's answers in turn, the last one for ever; `asked` are the questions, in order.

    The client's question whether the server answers at all is apart: `probes`, answered by `probe`.
    """

    def __init__(self) -> None:
        self.url = ""
        self.begin()

    def begin(self) -> None:
        """Nothing asked and nothing to say yet: what a test begins with."""
        self.script: list[Answer] = [NOTHING]
        self.probe: Answer = completion("1")
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.times: list[float] = []
        self.probes = 0
        self.over = threading.Event()

    def answers(self, *script: Answer) -> None:
        self.script = list(script)

    def take(self, body: dict[str, Any], headers: dict[str, str]) -> Answer:
        if len(body["messages"]) == 1:
            self.probes += 1
            return self.probe
        self.asked.append(body)
        self.headers.append(headers)
        self.times.append(time.monotonic())
        return self.script.pop(0) if len(self.script) > 1 else self.script[0]

    def said(self, number: int = -1) -> str:
        """All that was said in a question, system and user."""
        return "\n".join(message["content"] for message in self.asked[number]["messages"])

    def lines(self, number: int = -1) -> list[dict[str, str]]:
        """The lines of the conversation in a question, as the model sees them."""
        content = self.asked[number]["messages"][1]["content"]
        rows = [json.loads(line) for line in content.splitlines() if line.startswith("{")]
        return [row for row in rows if "role" in row]


def _handler(server: ScriptedServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            answer = server.take(
                json.loads(self.rfile.read(length)),
                {name.lower(): value for name, value in self.headers.items()},
            )
            if answer.hangs:
                server.over.wait(20)
                self.close_connection = True
                return
            body = answer.body.encode()
            self.send_response(answer.status)
            for name, value in {"Content-Type": "application/json", **answer.headers}.items():
                self.send_header(name, value)
            if "Content-Length" not in answer.headers:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            self.close_connection = "Content-Length" in answer.headers

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler


@contextmanager
def scripted_server() -> Iterator[ScriptedServer]:
    scripted = ScriptedServer()
    http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(scripted))
    scripted.url = f"http://127.0.0.1:{http.server_port}/v1"
    serving = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02})
    serving.start()
    try:
        yield scripted
    finally:
        scripted.over.set()
        http.shutdown()
        serving.join()
        http.server_close()


@contextmanager
def reader(url: str, *, timeout: float = TIMEOUT, characters: int = 8000) -> Iterator[LlmExtractor]:
    """The extractor that asks the server at `url`."""
    server = Server(url=url, model="a-model", key=KEY, timeout=timeout)
    extractor = LlmExtractor(server, zone=zone(), characters=characters)
    try:
        yield extractor
    finally:
        extractor.close()
