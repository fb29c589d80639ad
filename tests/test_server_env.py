"""The server's secrets are made once and never overwritten."""

import pytest

from scripts import server_env


def test_the_file_holds_new_secrets_and_the_address(tmp_path, monkeypatch):
    monkeypatch.setattr(server_env, "TARGET", tmp_path / ".env")
    server_env.main(["https://jass.example.org"])
    lines = dict(line.split("=", 1) for line in (tmp_path / ".env").read_text().splitlines())
    assert lines["PUBLIC_URL"] == "https://jass.example.org"
    assert lines["PUBLIC_HOSTS"] == "jass.example.org"
    assert len(lines["SECRET_KEY"]) >= 50
    assert (tmp_path / ".env").stat().st_mode & 0o077 == 0


def test_a_file_that_is_there_is_left_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(server_env, "TARGET", tmp_path / ".env")
    (tmp_path / ".env").write_text("SECRET_KEY=precious\n")
    with pytest.raises(SystemExit, match="exists already"):
        server_env.main(["https://jass.example.org"])
    assert (tmp_path / ".env").read_text() == "SECRET_KEY=precious\n"


@pytest.mark.parametrize("wrong", ["jass.example.org", "ftp://x", "https://x/path", ""])
def test_what_is_no_address_is_refused_with_an_example(wrong, tmp_path, monkeypatch):
    monkeypatch.setattr(server_env, "TARGET", tmp_path / ".env")
    with pytest.raises(SystemExit, match="https://jass"):
        server_env.main([wrong])
    assert not (tmp_path / ".env").exists()
