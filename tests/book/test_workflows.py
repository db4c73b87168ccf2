"""What GitHub does: it checks everywhere, publishes versions, and looks for what is newer."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.specifiers import SpecifierSet

from tests.book.conftest import ROOT
from tools import publish

FOLDER = ROOT / ".github/workflows"
MAKEFILE = (ROOT / "Makefile").read_text("utf8")
Job = dict[str, Any]


def workflow(name: str) -> dict[str, Any]:
    """Return a workflow; `on` is no word for true in it."""
    loaded: dict[str, Any] = yaml.load((FOLDER / f"{name}.yml").read_text("utf8"), yaml.BaseLoader)
    return loaded


WORKFLOWS = {path.stem: workflow(path.stem) for path in sorted(FOLDER.glob("*.yml"))}
JOBS: dict[tuple[str, str], Job] = {
    (name, job): found for name, each in WORKFLOWS.items() for job, found in each["jobs"].items()
}


def steps(job: Job, action: str) -> list[dict[str, str]]:
    """Return what a job says to the steps that use an action."""
    used = [step for step in job.get("steps", []) if f"/{action}@" in step.get("uses", "")]
    return [step.get("with", {}) for step in used]


def runs(job: Job) -> list[str]:
    """Return the commands of a job."""
    return [step["run"] for step in job.get("steps", []) if "run" in step]


# --- All of them ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WORKFLOWS)
def test_actions_are_pinned_and_may_do_no_more_than_they_must(name: str) -> None:
    used = re.findall(r"uses: (.*)", (FOLDER / f"{name}.yml").read_text("utf8"))
    for action in used:
        own = re.fullmatch(r"\./\.github/workflows/[a-z]+\.yml", action)
        assert own or re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action)
    assert WORKFLOWS[name]["permissions"] == {"contents": "read"}
    assert WORKFLOWS[name]["defaults"] == {"run": {"shell": "bash"}}
    for job in WORKFLOWS[name]["jobs"].values():
        for checkout in steps(job, "checkout"):
            assert checkout["persist-credentials"] == "false"
        assert "uses" in job or int(job["timeout-minutes"]) <= 180


def test_only_who_releases_and_who_deploys_may_write() -> None:
    granted = {key: job["permissions"] for key, job in JOBS.items() if "permissions" in job}
    assert granted == {
        ("publish", "release"): {"contents": "write"},
        ("publish", "deploy"): {"pages": "write", "id-token": "write"},
    }


@pytest.mark.parametrize("key", JOBS)
def test_what_is_run_is_there(key: tuple[str, str]) -> None:
    for command in runs(JOBS[key]):
        bash = subprocess.run(["bash", "-n", "-c", command], capture_output=True, check=False)
        assert bash.returncode == 0, bash.stderr
        for target in re.findall(r"(?:^|&& )make ([\w./]+)", command):
            assert re.search(rf"^{re.escape(target)}:|:= {re.escape(target)}$", MAKEFILE, re.M)
        for module in re.findall(r"python -m (tools\.\w+)", command):
            assert (ROOT / module.replace(".", "/")).with_suffix(".py").exists()
        for script in re.findall(r"(?:^| )(\.ci/\w+)", command):
            check = subprocess.run(["bash", "-n", ROOT / script], check=False)
            assert check.returncode == 0


# --- Checking -------------------------------------------------------------------------------------


def test_each_python_and_each_system_is_tested() -> None:
    check = WORKFLOWS["check"]["jobs"]
    debian = check["debian"]["strategy"]["matrix"]["include"]
    ubuntu = check["ubuntu"]["strategy"]["matrix"]["python"]
    assert [entry["image"] for entry in debian] == ["debian:12", "debian:13"]
    tested = {*(entry["python"] for entry in debian), *ubuntu}
    assert tested == {"3.11", "3.12", "3.13", "3.14"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"]
    allowed = SpecifierSet(project["requires-python"])
    assert all(version in allowed for version in tested)
    assert "3.10" not in allowed
    for name in ("debian", "ubuntu"):
        assert runs(check[name])[-1] == "make test"
        assert check[name]["strategy"]["fail-fast"] == "false"


def test_a_stranger_is_one() -> None:
    """Not root, without a browser and without .git, below a name that is not ASCII."""
    script = (ROOT / ".ci/stranger").read_text("utf8")
    assert "su stranger " in script and "make test" in script
    assert re.search(r"/[^/\n]* [^/\n]*/", script) and not script.isascii()
    job = WORKFLOWS["check"]["jobs"]["stranger"]
    assert job["container"].startswith("ubuntu:")
    *_, archive, run = runs(job)
    assert "git archive" in archive
    assert run == ".ci/stranger ../book.tar"
    assert not re.search("chrom|firefox", " ".join(runs(job)))


def test_what_is_pushed_is_checked_and_not_published() -> None:
    assert WORKFLOWS["check"]["on"] == {
        "push": {"branches": ["main"]},
        "pull_request": {"branches": ["main"]},
        "workflow_call": "",
    }
    assert "branches" not in WORKFLOWS["publish"]["on"]["push"]


# --- Publishing -----------------------------------------------------------------------------------

PUBLISH = WORKFLOWS["publish"]["jobs"]


def test_a_tag_is_checked_then_built_and_signed_then_published() -> None:
    assert WORKFLOWS["publish"]["on"]["push"] == {"tags": ["v*.*.*"]}
    assert PUBLISH["check"]["uses"] == "./.github/workflows/check.yml"
    assert PUBLISH["check"]["if"] == "github.event_name == 'push'"
    assert [PUBLISH[name]["needs"] for name in ("release", "site", "deploy")] == [
        "check",
        "release",
        "site",
    ]
    built, signed, packed, named, released = runs(PUBLISH["release"])
    assert (built, signed) == ("make pdf", ".venv/bin/python -m tools.manifest --sign")
    assert packed == ".venv/bin/python -m tools.publish archive archives"
    assert "site-${GITHUB_REF_NAME#v}.tar.gz" in named
    assert released.startswith('gh release create "$GITHUB_REF_NAME" archives/*.tar.gz')
    assert "github.io/" in PUBLISH["release"]["steps"][2]["env"]["BOOK_URL"]
    assert steps(PUBLISH["deploy"], "deploy-pages")
    assert PUBLISH["deploy"]["environment"]["name"] == "github-pages"


def test_what_was_published_is_held_against_another_build() -> None:
    job = PUBLISH["verify"]
    assert "deploy" in job["needs"]
    assert runs(job) == ['make verify "$URL"']
    assert job["steps"][-1]["env"] == {"URL": "${{ needs.deploy.outputs.url }}"}
    assert [with_["ref"] for with_ in steps(job, "checkout")] == ["${{ needs.site.outputs.tag }}"]


def test_once_a_week_all_claims_are_checked_in_full() -> None:
    [when] = WORKFLOWS["publish"]["on"]["schedule"]
    assert re.fullmatch(r"\d+ \d+ \* \* [0-6]", when["cron"])
    commands = runs(PUBLISH["site"])
    assert any("nimbook claims --full --json > claims.json" in command for command in commands)
    assert commands[-1] == ".venv/bin/python -m tools.publish site archives claims.json site"
    assert [with_["path"] for with_ in steps(PUBLISH["site"], "upload-pages-artifact")] == ["site"]
    assert "github.event_name != 'push'" in PUBLISH["site"]["if"]


def test_an_archive_has_the_name_by_which_it_is_looked_for(tmp_path: Path) -> None:
    [pattern] = re.findall(r"--pattern '(.*?)'", " ".join(runs(PUBLISH["site"])))
    packed = tmp_path / "site-1.2.3.tar.gz"
    packed.touch()
    assert [*tmp_path.glob(pattern)] == [packed]
    assert [*publish.archives(tmp_path).values()] == [packed]


# --- What is newer --------------------------------------------------------------------------------


def test_once_a_week_the_newest_versions_are_tried_and_known_flaws_looked_up() -> None:
    [when] = WORKFLOWS["newest"]["on"]["schedule"]
    assert re.fullmatch(r"\d+ \d+ \* \* [0-6]", when["cron"])
    jobs = WORKFLOWS["newest"]["jobs"]
    first, shown, last = runs(jobs["drift"])
    assert first == "make update | tee update.txt"
    assert "GITHUB_STEP_SUMMARY" in shown
    assert last == "make test"
    assert runs(jobs["vulnerable"]) == ["make audit"]
    assert runs(jobs["mutants"]) == ["make mutants"]
