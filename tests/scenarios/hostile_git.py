"""Repositories whose git settings, files and links start programs or lead elsewhere."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from acceptance.product import git, script

CANARY = "canary_from_outside_the_root"
"""Stands in files, names and commits that no answer may show."""

PROGRAM_SETTINGS = {
    "fsmonitor": "core.fsmonitor",
    "pager": "core.pager",
    "pager of log": "pager.log",
    "ssh": "core.sshCommand",
    "askpass": "core.askPass",
    "editor": "core.editor",
    "sequence editor": "sequence.editor",
    "proxy": "core.gitProxy",
    "alternate refs": "core.alternateRefsCommand",
    "external diff": "diff.external",
    "diff driver": "diff.evil.command",
    "textconv": "diff.evil.textconv",
    "clean filter": "filter.evil.clean",
    "smudge filter": "filter.evil.smudge",
    "process filter": "filter.other.process",
    "merge driver": "merge.evil.driver",
    "gpg": "gpg.program",
    "gpg over ssh": "gpg.ssh.program",
    "credentials": "credential.helper",
    "alias": "alias.ls-files",
    "trailer": "trailer.evil.command",
    "pack hook": "uploadpack.packObjectsHook",
    "diff filter": "interactive.diffFilter",
}
"""What each setting is called here, and its key; the value is a program that leaves that name behind."""

HOOK_NAMES = ("post-index-change", "fsmonitor-watchman", "reference-transaction", "post-checkout")


class HostileRepository:
    """A repository in which everything that can start a program does."""

    def __init__(self, root: Path) -> None:
        """Take over a repository with a commit."""
        self.root = root
        self.folder = root.parent
        self.marks = self.folder / "marks"

    def program(self, name: str) -> Path:
        """Return a program that leaves its name behind; a filter passes its input on."""
        where = self.folder / "programs" / name.replace(" ", "-")
        rest = "cat" if "filter" in name and name != "process filter" else "exit 1"
        return script(where, f"echo '{name}' >> {self.marks}\n{rest}")

    @property
    def ran(self) -> list[str]:
        """Return the names of the programs that ran."""
        return sorted(set(self.marks.read_text().splitlines())) if self.marks.exists() else []

    def arm(self) -> None:
        """Plant everything at once."""
        self.plant_settings()
        self.plant_includes()
        self.plant_hooks()
        self.plant_signature()
        self.plant_promisor()
        self.plant_modules()
        self.plant_bare_repository()

    def plant_settings(self) -> None:
        """Name a program in every setting that takes one, and attributes that use them."""
        attributes = "*.py diff=evil filter=evil merge=evil\n*.toml filter=other\n"
        (self.root / ".gitattributes").write_text(attributes)
        (self.root / ".git" / "info").mkdir(exist_ok=True)
        (self.root / ".git" / "info" / "attributes").write_text(attributes)
        (self.root / "src" / "auth.py").write_text("def login(user):\n    return USERS.get(user)\n")
        (self.root / "pyproject.toml").write_text('[project]\nname = "changed"\n')
        for name, key in PROGRAM_SETTINGS.items():
            git(self.root, "config", key, str(self.program(name)))
        git(self.root, "config", "log.showSignature", "true")
        git(self.root, "config", "protocol.ext.allow", "always")
        git(self.root, "config", "submodule.recurse", "true")

    def plant_includes(self) -> None:
        """Include a file from outside that names another program, with and without a condition."""
        for key in ("include.path", f"includeIf.gitdir:{self.root}/.path"):
            name = "include" if key == "include.path" else "conditional include"
            included = self.folder / f"{name}.config"
            included.write_text(f"[core]\n\tfsmonitor = {self.program(name)}\n")
            git(self.root, "config", key, str(included))

    def plant_hooks(self) -> None:
        """Put hooks into the git folder and into a folder of their own."""
        elsewhere = self.folder / "hooks"
        elsewhere.mkdir()
        (self.root / ".git" / "hooks").mkdir(exist_ok=True)
        for name in HOOK_NAMES:
            (self.root / ".git" / "hooks" / name).symlink_to(self.program("hook"))
            (elsewhere / name).symlink_to(self.program("hooksPath"))
        with (self.root / ".git" / "config").open("a") as config:
            config.write(f"[core]\n\thooksPath = {elsewhere}\n")

    def plant_signature(self) -> None:
        """Make a signed commit, so that a log that shows signatures asks gpg."""
        head = _git(self.root, "cat-file", "commit", "HEAD")
        signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n"
        text = f"{head.partition(chr(10) * 2)[0]}\n{signature}\nsigned\n"
        signed = _git(self.root, "hash-object", "-t", "commit", "-w", "--stdin", text=text)
        (self.root / ".git" / "refs" / "heads" / "main").write_text(signed)

    def plant_promisor(self) -> None:
        """Let a blob be missing, to be fetched from a remote that is a command."""
        blob = _git(self.root, "rev-parse", "HEAD:src/store.py").strip()
        (self.root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
        with (self.root / ".git" / "config").open("a") as config:
            config.write(
                "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n"
                f'[remote "origin"]\n\tpromisor = true\n\turl = ext::{self.program("lazy fetch")}\n'
            )

    def plant_modules(self) -> None:
        """Bring a submodule whose own settings and update command start programs."""
        inner = self.root / "inner"
        inner.mkdir()
        git(inner, "init", "-q")
        (inner / "inner.py").write_text("x = 1\n")
        _git(inner, "add", ".")
        _git(inner, "commit", "-qm", "inner")
        (inner / "inner.py").write_text("x = 2\n")
        git(inner, "config", "core.fsmonitor", str(self.program("submodule")))
        (self.root / ".gitmodules").write_text('[submodule "inner"]\n\tpath = inner\n\turl = ./inner\n')
        git(self.root, "config", "submodule.inner.update", f"!{self.program('module update')}")
        git(self.root, "config", "submodule.inner.url", "./inner")
        commit = _git(inner, "rev-parse", "HEAD").strip()
        _git(self.root, "update-index", "--add", "--cacheinfo", f"160000,{commit},inner")

    def plant_bare_repository(self) -> None:
        """Bring the insides of a bare repository as ordinary files."""
        bare = self.root / "docs" / "bare"
        bare.mkdir(parents=True)
        git(bare, "init", "-q", "--bare")
        (bare / "tree").mkdir()
        with (bare / "config").open("a") as config:
            config.write(f"[core]\n\tbare = false\n\tworktree = {bare}/tree\n")
            config.write(f"\tfsmonitor = {self.program('bare repository')}\n")

    def plant_modules_of_python(self) -> None:
        """Bring modules that a careless interpreter would import from the working directory."""
        body = f"open({str(self.marks)!r}, 'a').write('python module\\n')\n"
        for name in ("json", "yaml", "tomllib", "sitecustomize", "usercustomize", "auto_tools", "re", "enum"):
            (self.root / f"{name}.py").write_text(body)


def _git(folder: Path, *arguments: str, text: str | None = None) -> str:
    """Run git with every program of the repository switched off by hand."""
    off = ("core.fsmonitor=false", "core.hooksPath=/dev/null", "filter.evil.clean=", "filter.other.process=")
    flags = [word for setting in off for word in ("-c", setting)]
    return subprocess.run(
        ["git", *flags, "-c", "user.name=A", "-c", "user.email=a@b", *arguments],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_GLOBAL": "/dev/null"},
        input=text,
        text=True,
        capture_output=True,
        check=True,
    ).stdout
