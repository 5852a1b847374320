"""What this copy of the demonstration remembers beside its database: logins, and its clock."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

FILE = "demo.json"


@dataclass(frozen=True, slots=True)
class Login:
    username: str
    password: str
    what: str


@dataclass(frozen=True, slots=True)
class Copy:
    """Kept in a file that only its owner may read."""

    behind_days: int
    logins: tuple[Login, ...]

    def write(self, folder: Path) -> None:
        path = folder / FILE
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(json.dumps(asdict(self), ensure_ascii=False, indent=1), encoding="utf-8")

    @classmethod
    def read(cls, folder: Path) -> Copy | None:
        """This folder's copy; None where there is none (or one that was not finished)."""
        try:
            kept = json.loads((folder / FILE).read_text(encoding="utf-8"))
            return cls(kept["behind_days"], tuple(Login(**row) for row in kept["logins"]))
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return None
