"""The three tools over the index, called as the kernel calls them and through the hook."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from auto_tools.contract import Caller
from auto_tools.index import refresh
from auto_tools.index.build import update_index
from auto_tools.index.store import index_folder, read_current
from auto_tools.tools import ci_graph_rag, ci_index_status, ci_search

PRODUCT = Path(__file__).resolve().parents[2]
FILES = {
    "shop/cart.py": '''"""The cart."""
from shop.price import total_price


class Cart:
    """Holds items."""

    def checkout(self, user):
        """Charge the user for every item."""
        if not self.items:
            raise ValueError("the cart has no items yet")
        return total_price(self.items)
''',
    "shop/price.py": '''def total_price(items):
    """Add up prices with tax."""
    return sum(item.price for item in items)
''',
    "shop/mail.py": '''def send_receipt(user):
    """Send a mail."""
''',
    "tests/test_cart.py": """from shop.cart import Cart


def test_checkout_of_an_empty_cart():
    Cart().checkout(None)
""",
    "docs/cart.md": "# The cart\n\nHow checkout works for the cart.\n",
}


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a small indexed repository."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", str(tmp_path))
    root = tmp_path / "shop-repo"
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "the cart"]):
        subprocess.run([*git, *arguments], cwd=root, check=True, capture_output=True)
    return root


def index(root: Path) -> None:
    update_index(str(root), str(root / ".git"))


def search(root: Path, query: str, **more: Any) -> dict[str, Any]:
    output = ci_search.run(
        {"query": query, "limit": 10, "mode": "hybrid", **more}, Caller("kernel", str(root))
    )
    return {"items": output.data["items"], "warnings": output.warnings, "summary": output.summary}


def test_search_finds_the_definition_with_its_lines(shop: Path) -> None:
    index(shop)
    first = search(shop, "checkout of an empty cart raises ValueError")["items"][0]
    assert (first["path"], first["symbol"]) == ("shop/cart.py", "Cart.checkout")
    assert "def checkout" in first["snippet"]
    assert first["evidence_refs"] == ["shop/cart.py:8-12"]
    assert first["signals"] and 0 < first["confidence"] <= 1


def test_tests_are_named_only_when_the_prompt_is_about_tests(shop: Path) -> None:
    index(shop)
    assert "tests/test_cart.py" not in {i["path"] for i in search(shop, "cart checkout")["items"]}
    assert "tests/test_cart.py" in {i["path"] for i in search(shop, "the test of cart checkout")["items"]}


def test_limit_holds_and_keyword_mode_looks_at_words_alone(shop: Path) -> None:
    index(shop)
    assert len(search(shop, "cart price mail", limit=2)["items"]) == 2
    items = search(shop, "cart", mode="keyword")["items"]
    assert {name for item in items for name in item["signals"]} == {"words"}


def test_a_chinese_prompt_finds_english_code(shop: Path) -> None:
    index(shop)
    assert search(shop, "发送邮件收据的函数在哪里")["items"][0]["path"] == "shop/mail.py"


def test_a_definition_that_moved_is_cited_where_it_is_now(shop: Path) -> None:
    index(shop)
    file = shop / "shop/cart.py"
    file.write_text("# one\n# two\n# three\n" + file.read_text(encoding="utf-8"), encoding="utf-8")
    first = search(shop, "checkout of an empty cart")["items"][0]
    assert first["evidence_refs"] == ["shop/cart.py:11-15"]
    assert first["snippet"].startswith("    def checkout")


def test_files_edited_since_are_counted_once_in_the_limits(shop: Path) -> None:
    index(shop)
    (shop / "shop/cart.py").write_text("# new\n" + FILES["shop/cart.py"], encoding="utf-8")
    assert search(shop, "checkout of an empty cart")["warnings"] == ("index is 0 commits / 1 file behind",)
    subprocess.run(["git", "add", "-A"], cwd=shop, check=True)
    limits = run_hook(shop, "why does Cart.checkout fail?")["fused_context"]["for_user"]["limits_text"]
    assert limits.count(" behind") == 1
    assert "index is 0 commits / 1 file behind" in limits


def test_a_definition_that_is_gone_is_not_cited(shop: Path) -> None:
    index(shop)
    (shop / "shop/cart.py").write_text("nothing = 1\n", encoding="utf-8")
    first = next(i for i in search(shop, "checkout of an empty cart")["items"] if i["path"] == "shop/cart.py")
    assert "symbol" not in first and "snippet" not in first


def test_a_large_file_is_named_with_its_size_and_nothing_of_it_is_shown(shop: Path) -> None:
    text = "def reticulate_splines():\n    pass\n" + "filler = 1\n" * 30_000
    (shop / "shop/big.py").write_text(text, encoding="utf-8")
    index(shop)
    first = search(shop, "reticulate_splines hangs")["items"][0]
    assert (first["path"], first["title"], first["size"]) == ("shop/big.py", "big.py", len(text))
    assert f"{len(text) // 1024} KB, only its path is shown" in first["summary"]
    assert len(first["hash"]) == 40
    assert not {"symbol", "snippet", "line"} & first.keys()


def test_a_finding_says_which_words_and_definitions_speak_for_it(shop: Path) -> None:
    index(shop)
    first = search(shop, "charging the user for every item in the Cart")["items"][0]
    assert first["path"] == "shop/cart.py"
    assert "has " in first["summary"] and "item" in first["summary"]
    assert "Cart" in first["title"] or "; also " in first["summary"]


def test_a_file_that_is_gone_is_not_cited_and_a_refresh_starts(shop: Path) -> None:
    index(shop)
    run_hook(shop, "why does Cart.checkout fail?")
    (shop / "shop/cart.py").rename(shop / "shop/basket.py")
    (Path(index_folder(str(shop))) / "asked").unlink(missing_ok=True)
    answer = run_hook(shop, "why does Cart.checkout fail?")
    cited = {item["path"] for item in answer["fused_context"]["for_model"]["structured"]["items"]}
    assert "shop/cart.py" not in cited
    for _ in range(100):
        current = read_current(str(shop))
        if current and current["generation"] > 1:
            break
        time.sleep(0.1)
    assert search(shop, "Cart checkout")["items"][0]["path"] == "shop/basket.py"


def test_a_damaged_tree_is_answered_by_names_and_built_anew(shop: Path) -> None:
    index(shop)
    current = read_current(str(shop))
    assert current is not None
    file = Path(index_folder(str(shop))) / current["file"]
    file.write_bytes(file.read_bytes()[:4096] + b"\xff" * (file.stat().st_size - 4096))
    first = run_hook(shop, "why does Cart.checkout raise ValueError?")
    limits = first["fused_context"]["for_user"]["limits_text"]
    assert "index is broken" in limits or "no index yet" in limits
    assert "shop/cart.py" in first["fused_context"]["for_model"]["additional_context"]
    assert wait_for_index(shop)
    assert "symbol" in search(shop, "Cart checkout")["items"][0]


def test_names_that_are_nowhere_are_said_and_lower_the_confidence(shop: Path) -> None:
    index(shop)
    found = search(shop, "fix zxq_vbn of the user")
    assert found["warnings"] == ("found nowhere: zxq_vbn",)
    assert (
        found["items"][0]["confidence"] < search(shop, "checkout of an empty cart")["items"][0]["confidence"]
    )


def test_edges_by_names_that_every_program_has_are_left_out(shop: Path) -> None:
    (shop / "shop/stack.py").write_text(
        "class Stack:\n    def pop(self):\n        return 1\n", encoding="utf-8"
    )
    (shop / "shop/use.py").write_text("def drain(kwargs):\n    return kwargs.pop('x')\n", encoding="utf-8")
    index(shop)
    args = {"query": "drain the kwargs", "depth": 2, "top_k": 10, "token_budget": 8000}
    items = ci_graph_rag.run(args, Caller("kernel", str(shop))).data["items"]
    assert not [item for item in items if item.get("symbol") == "Stack.pop"]


@pytest.mark.parametrize("folder", ["/", "/tmp", "HOME"])
def test_a_folder_that_is_no_project_is_not_indexed_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    started: list[str] = []
    monkeypatch.setattr(refresh, "start_detached", lambda root, env: started.append(root))
    root = str(tmp_path) if folder == "HOME" else folder
    assert "is no project" in refresh.refresh_if_needed(root, None, {})
    assert not started
    assert refresh.refresh_if_needed(str(tmp_path / "project"), None, {}) == "indexing has started"
    assert started == [str(tmp_path / "project")]


def test_without_an_index_names_are_found_and_it_is_said(shop: Path) -> None:
    found = search(shop, "Cart checkout")
    assert found["items"][0]["path"] == "shop/cart.py"
    assert found["warnings"][0].startswith("no index yet")
    assert read_current(str(shop)) is None


def test_the_graph_names_the_edge_that_brought_a_finding_in(shop: Path) -> None:
    index(shop)
    output = ci_graph_rag.run(
        {"query": "Cart.checkout fails", "depth": 2, "top_k": 10, "token_budget": 8000},
        Caller("kernel", str(shop)),
    )
    price = next(item for item in output.data["items"] if item["path"] == "shop/price.py")
    assert "is called by Cart.checkout" in price["summary"]
    assert any("test that reaches Cart.checkout" in item["summary"] for item in output.data["items"])


def test_the_graph_keeps_its_token_budget(shop: Path) -> None:
    index(shop)
    arguments = {"query": "Cart.checkout fails", "depth": 2, "top_k": 10}
    sizes = [
        len(
            ci_graph_rag.run({**arguments, "token_budget": budget}, Caller("kernel", str(shop))).data["items"]
        )
        for budget in (1, 8000)
    ]
    assert sizes[0] == 0 < sizes[1]


def test_status_tells_every_state(shop: Path) -> None:
    def state() -> str:
        return str(ci_index_status.run({}, Caller("kernel", str(shop))).data["state"])

    assert state() == "missing"
    index(shop)
    assert state() == "ready"
    (shop / "shop/new.py").write_text("x = 1\n", encoding="utf-8")
    subprocess.run(["git", "add", "-A"], cwd=shop, check=True)
    assert state() == "stale"
    (Path(index_folder(str(shop))) / "current").write_text("{", encoding="utf-8")
    assert state() == "broken"


def run_hook(root: Path, prompt: str, **env: str) -> dict[str, Any]:
    ended = subprocess.run(
        [str(PRODUCT / "hooks" / "context-inject-global.sh"), "--format", "json"],
        input=json.dumps({"prompt": prompt, "cwd": str(root)}),
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.stderr == ""
    answer: dict[str, Any] = json.loads(ended.stdout)
    return answer


def wait_for_index(root: Path) -> bool:
    for _ in range(100):
        if read_current(str(root)):
            return True
        time.sleep(0.1)
    return False


def test_the_first_prompt_starts_indexing_and_the_next_one_uses_it(shop: Path) -> None:
    prompt = "why does Cart.checkout raise ValueError for an empty cart?"
    first = run_hook(shop, prompt)
    assert "no index yet" in first["fused_context"]["for_user"]["limits_text"]
    assert "shop/cart.py" in first["fused_context"]["for_model"]["additional_context"]
    assert wait_for_index(shop)
    block = run_hook(shop, prompt)["fused_context"]["for_model"]["additional_context"]
    assert "def checkout(self, user):" in block
    assert "no index yet" not in block


@pytest.mark.parametrize(
    "env",
    [
        {"CI_AUTO_TOOLS_MODE": "plan"},
        {
            f"CI_AUTO_TOOLS_RUNNER_{tool}": "/bin/true"
            for tool in ("CI_INDEX_STATUS", "CI_SEARCH", "CI_GRAPH_RAG")
        },
    ],
    ids=["plan", "runners"],
)
def test_nothing_is_indexed_in_plan_mode_or_for_runners(shop: Path, env: dict[str, str]) -> None:
    run_hook(shop, "why does Cart.checkout raise ValueError?", **env)
    time.sleep(1.0)
    assert not os.path.exists(index_folder(str(shop)))


def test_an_index_behind_is_said_and_refreshed(shop: Path) -> None:
    index(shop)
    (shop / "shop/mail.py").write_text("def send_invoice(user):\n    pass\n", encoding="utf-8")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    subprocess.run([*git, "commit", "-qam", "invoices"], cwd=shop, check=True)
    answer = run_hook(shop, "where is the invoice mail sent?")
    assert "index is 1 commit / " in answer["fused_context"]["for_user"]["limits_text"]
    for _ in range(100):
        current = read_current(str(shop))
        if current and current["generation"] > 1:
            break
        time.sleep(0.1)
    block = run_hook(shop, "where is the invoice mail sent?")["fused_context"]["for_model"][
        "additional_context"
    ]
    assert "send_invoice" in block
