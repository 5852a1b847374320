"""English sentences for every code. A translation keeps the codes and the names in braces."""

from __future__ import annotations

from collections.abc import Mapping

ROW_EN: dict[str, str] = {
    "bad_json": "is not valid JSON at character {at}: {reason}",
    "bad_time": "{field} is not a time: {value}",
    "duplicate_key": "names {key} twice",
    "empty_field": "{field} is empty",
    "future": "is dated {value}, more than a day from now",
    "line_too_long": "the line is longer than {limit} bytes",
    "long_number": "holds a number that is too long",
    "lone_surrogate": "{field} holds half a character (a lone surrogate)",
    "missing_field": "{field} is missing",
    "naive_time": "{field} has no time zone: {value}",
    "no_time": "has no time, and neither has its conversation",
    "not_object": "is not an object but {seen}",
    "not_utf8": "is not UTF-8: {reason}",
    "nul": "{field} holds a NUL character",
    "other_person": "belongs to {seen}, not to {expected}",
    "out_of_range": "{field} is out of range: {value}",
    "too_deep": "is nested more than {limit} deep",
    "too_long": "{field} is longer than {limit} characters",
    "truncated": "ends in the middle of the row",
    "unknown_role": "has the unknown role {value}",
    "wrong_type": "{field} should be {expected}, not {seen}",
}

FILE_EN: dict[str, str] = {
    "bad_structure": "Not valid JSON at byte {at} of {name}: {reason}.",
    "bad_zip": "The ZIP archive is damaged or cut short: {reason}.",
    "binary": "{name} is a binary file; expected {expected}.",
    "compressed": "{name} is compressed ({seen}); unpack it first. Expected {expected}.",
    "empty": "{name} is empty.",
    "encoding": "{name} is in {seen}; expected UTF-8.",
    "encrypted": "{name} in the archive is encrypted.",
    "manifest_alone": "{name} only lists the parts of an export. Download them and import those.",
    "missing_shard": "The manifest names {name}, which is not there.",
    "no_conversations": "Nothing to read in {name}: expected {expected}, saw {seen}.",
    "not_a_file": "{name} is not a file, a folder or a ZIP archive.",
    "not_found": "{name} does not exist.",
    "not_json": "{name} is not JSON: expected {expected}, saw {seen}.",
    "not_readable": "{name} cannot be read: {reason}.",
    "other_format": "{name} looks like {seen}; expected {expected}.",
    "path_escape": "The archive holds a name that points outside it: {name}.",
    "symlink": "{name} is a symbolic link; only real files are read.",
    "too_deep": "{name} is nested more than {limit} deep.",
    "too_large": "{name} is too large: {seen}, and at most {limit} is read.",
    "too_many_files": "The archive holds {seen} files, and at most {limit} are read.",
    "trailing_data": "{name} goes on after its end, at byte {at}.",
    "truncated": "{name} ends in the middle, at byte {at}: it was cut short.",
    "unknown_format": "There is no format {seen}; choose one of {expected}.",
    "unknown_shape": "{name} has an unknown shape: expected {expected}, saw {seen}.",
    "zip_bomb": "The archive unpacks to {seen}, more than {limit} times its own size.",
}

NOTICE_EN: dict[str, str] = {
    "conversation_without_end": "Conversation {row} lacks its current message; its newest branch was read.",
    "empty_export": "{name} holds nothing to take in.",
    "incomplete_page": "The file is one page of more ({seen} of {total}); fetch the rest and import it too.",
    "memories_present": "The export also holds the assistant's memories; import them with --format {format}.",
    "not_in_manifest": "{name} is not named by the manifest and was not read.",
    "only_others": "Nothing here belongs to {expected}; the file names {seen}.",
    "shard_gap": "{name} is missing between the other parts of the export.",
}

SKIPPED_EN: dict[str, str] = {
    "agent": "an agent's own memory",
    "assistant": "said by the assistant",
    "assistant_memory": "the assistant's list of memories",
    "attachment": "attached file, image or sound",
    "code": "code run by the assistant",
    "do_not_remember": "conversation marked not to be remembered",
    "duplicate": "said twice in the file",
    "empty": "message without text",
    "empty_conversation": "conversation in which nothing is said",
    "heading": "heading",
    "hidden": "hidden message",
    "memory_write": "the assistant writing to its memory",
    "not_fact": "edge without a fact",
    "older_copy": "older copy of the same conversation",
    "other_branch": "message outside the current branch",
    "other_person": "somebody else's",
    "pasted_text": "pasted text kept as a file",
    "placeholder": "placeholder for an unsupported block",
    "profile": "custom instructions",
    "same_as_facts": "repeats what the facts say",
    "system": "system message",
    "thinking": "the assistant's thoughts",
    "tool": "tool call or result",
    "unknown_content": "unknown kind of content",
    "unknown_part": "unknown kind of part",
    "unknown_role": "unknown role",
    "web": "text from the web",
}

MESSAGES_EN: dict[str, str] = {**FILE_EN, **NOTICE_EN, **ROW_EN}


def render(code: str, params: Mapping[str, str]) -> str:
    """The English sentence of a code; a code without one is shown as it stands."""
    template = MESSAGES_EN.get(code)
    return template.format_map(_Named(params)) if template else code


class _Named(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"
