"""The wire to a server that speaks OpenAI's protocol: one question, one answer, or a failure by name.

A failure's message holds a code from `minne.words.FAILURES` and a detail of our own. Nothing that the
server wrote is kept: it may repeat the conversation, or the key.
"""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from minne.extraction.llm_prompt import Message
from minne.extraction.llm_reply import SCHEMA
from minne.extraction.protocol import ExtractionError, ExtractorDownError

RETRIES = 2  # the SDK backs off between them and minds Retry-After
LARGEST_BODY = 2_000_000  # bytes
CONNECT_SECONDS = 5.0
ADDRESS_WRONG, KEY_REFUSED, BUSY = (404, 405), (401,), (429, 502, 503, 529)
WISHES: dict[str, Any] = {
    "response_format": {
        "type": "json_schema",
        "json_schema": {"name": "facts", "strict": True, "schema": SCHEMA},
    },
    "temperature": 0,
    "max_tokens": 4000,  # a small model may go round for ever
}


class _BlameTheTextError(ExtractionError):
    """A failure for which what was asked may be to blame, or the server: a second question tells."""


@dataclass(frozen=True, slots=True)
class Server:
    """Where the model is. `key` may be empty; `timeout` is in seconds, for one question."""

    url: str
    model: str
    key: str = ""
    timeout: float = 120.0

    def __post_init__(self) -> None:
        """Raises LookupError, in one line, for what cannot be a server."""
        if not (self.url and self.model):
            raise LookupError("MINNE_EXTRACTOR=llm needs MINNE_LLM_URL and MINNE_LLM_MODEL.")
        if not re.match(r"https?://[^/\s]", self.url):
            raise LookupError("MINNE_LLM_URL must begin with http:// or https://.")
        if not self.timeout > 0:
            raise LookupError("MINNE_LLM_TIMEOUT_SECONDS must be more than 0.")


class Client:
    """Asks one model. What a server refused once in how it is asked is not tried again."""

    def __init__(self, server: Server) -> None:
        try:
            import openai
        except ImportError:
            raise LookupError(
                "MINNE_EXTRACTOR=llm needs the OpenAI SDK: pip install -r requirements/llm.txt"
            ) from None
        for name in ("openai", "httpx2", "httpcore2"):  # at DEBUG they would log what people wrote
            logging.getLogger(name).setLevel(logging.WARNING)
        self._server, self._openai, self._wishes = server, openai, WISHES
        self._sdk = openai.OpenAI(
            base_url=server.url,
            api_key=server.key or "none",
            timeout=server.timeout,
            max_retries=RETRIES,
            http_client=openai.DefaultHttpxClient(follow_redirects=False),
        )

    def close(self) -> None:
        self._sdk.close()

    def complete(self, messages: Sequence[Message]) -> str:
        """The model's answer. Raises ExtractionError, or ExtractorDownError when no text is to blame."""
        try:
            return self._answer(messages)
        except _BlameTheTextError as error:
            if self._answers_at_all():
                raise
            raise ExtractorDownError(str(error)) from None

    def _answers_at_all(self) -> bool:
        try:
            self._post([Message(role="user", content="1")], {"max_tokens": 1}, retries=0)
        except ExtractorDownError:
            return False
        except _BlameTheTextError:
            return False
        except (ExtractionError, self._openai.BadRequestError, self._openai.UnprocessableEntityError):
            return True
        return True

    def _answer(self, messages: Sequence[Message]) -> str:
        """Ask, with ever fewer wishes for as long as the server refuses the question as it is put."""
        wishes: dict[str, Any] | None = self._wishes
        first: Exception | None = None
        while wishes is not None:
            try:
                body = self._post(messages, wishes, retries=RETRIES)
            except (self._openai.BadRequestError, self._openai.UnprocessableEntityError) as refusal:
                first, wishes = first or refusal, _fewer(wishes, refusal.message)
            else:
                self._wishes = wishes
                return _content(body)
        raise ExtractionError(self._told("llm_refused", first))

    def _post(self, messages: Sequence[Message], wishes: dict[str, Any], *, retries: int) -> bytes:
        """The body of the server's answer; a question it refuses (400, 422) is the SDK's error."""
        sdk = self._openai
        try:
            return self._exchange(messages, wishes, retries)
        except (sdk.BadRequestError, sdk.UnprocessableEntityError):
            raise
        except sdk.APITimeoutError:
            raise _BlameTheTextError(f"llm_timeout: {self._server.timeout:g} s") from None
        except sdk.APIConnectionError:
            raise ExtractorDownError("llm_unreachable") from None
        except sdk.APIStatusError as error:
            raise self._by_status(error) from None

    def _exchange(self, messages: Sequence[Message], wishes: dict[str, Any], retries: int) -> bytes:
        """Send, and read the body as it comes: a server may send without end, or a byte a minute."""
        until = time.monotonic() + self._server.timeout * (retries + 1)
        asking = self._sdk.with_options(max_retries=retries).chat.completions.with_streaming_response
        body, sent = b"", cast(Any, messages)  # the SDK types every role's message apart
        with asking.create(model=self._server.model, messages=sent, **wishes) as response:
            try:
                for part in response.iter_bytes():
                    body += part
                    if len(body) > LARGEST_BODY:
                        raise ExtractionError(f"llm_too_long: {LARGEST_BODY} B")
                    if time.monotonic() > until:
                        raise _BlameTheTextError(f"llm_timeout: {self._server.timeout:g} s")
            except self._broken:
                raise _BlameTheTextError("llm_cut_off") from None
        return body

    @property
    def _broken(self) -> type[Exception]:
        """What the transport raises when a body stops coming."""
        import httpx2

        return httpx2.TransportError

    def _by_status(self, error: Any) -> ExtractionError:
        status = error.status_code
        if status in KEY_REFUSED:
            return ExtractorDownError(self._told("llm_key_refused", error))
        if status in ADDRESS_WRONG or 300 <= status < 400:
            return ExtractorDownError(self._told("llm_wrong_address", error))
        if status in BUSY:
            return ExtractorDownError(self._told("llm_busy", error))
        return _BlameTheTextError(self._told("llm_status", error))

    def _told(self, code: str, error: Any) -> str:
        """The failure by our code, the status, and the server's own code where it is plainly a code."""
        theirs = str(error.code or "")
        plain = re.fullmatch(r"[a-z]{2,20}(?:_[a-z]{1,20}){1,4}", theirs)
        safe = plain and not (self._server.key and self._server.key in theirs)
        return f"{code}: {error.status_code}" + (f" {theirs}" if safe else "")


def _fewer(wishes: dict[str, Any], refusal: str) -> dict[str, Any] | None:
    """The wishes without the one that the refusal names, else without the form; None when none is left."""
    named = [name for name in wishes if name in refusal]
    name = (named or [name for name in wishes if name == "response_format"] or [""])[0]
    if not name:
        return None
    rest = {other: value for other, value in wishes.items() if other != name}
    if name == "response_format" and wishes[name]["type"] == "json_schema":
        return {**rest, name: {"type": "json_object"}}
    return rest


def _content(body: bytes) -> str:
    """What the model wrote. Raises when it was cut off, filtered or refused, or is no completion."""
    try:
        choice = json.loads(body)["choices"][0]
        message, reason = choice["message"], choice.get("finish_reason")
        content, refusal = message.get("content") or "", message.get("refusal")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise _BlameTheTextError("llm_no_completion") from None
    if reason == "length":
        raise ExtractionError("llm_truncated")
    if reason == "content_filter" or refusal:
        raise ExtractionError("llm_declined")
    if not isinstance(content, str):
        raise ExtractionError("llm_no_completion")
    return content
