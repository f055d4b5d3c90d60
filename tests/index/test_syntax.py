"""What each language gives: definitions with owners, imports, uses, texts; and that no bytes can break it."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auto_tools.index import workers
from auto_tools.index.analyse import analyse
from auto_tools.index.languages import language_of
from auto_tools.index.syntax.extract import extract
from auto_tools.index.syntax.grammars import GRAMMARS
from auto_tools.index.syntax.shape import Syntax

SAMPLES = {
    "shop.py": """\
import os.path as p
from a.b import C, d

class Shop(Base, Mixin):
    '''Sells things to people.'''
    def sell(self, item: Item) -> Receipt:
        raise ValueError("no more items in stock")

def helper():
    return Shop().sell(1)

LIMIT = 3
""",
    "shop.js": """\
import { pay } from "./pay.js";
const fs = require("fs");
export class Shop extends Base {
  sell(item) { return pay(item); }
}
export function helper() { throw new Error("no more items in stock"); }
export const arrow = (x) => helper(x);
""",
    "shop.ts": """\
import type { Item } from "./item";
export interface Seller { sell(item: Item): void }
export class Shop implements Seller {
  sell(item: Item): void { helper(item); }
}
export type Price = number;
export enum Kind { A, B }
export const helper = (item: Item): Price => 3;
""",
    "shop.tsx": """\
import React from "react";
export function Button(props: Props) {
  return <Icon name="no more items in stock" onClick={() => pay()} />;
}
""",
    "shop.go": """\
package shop

import (
	"fmt"
	x "example.com/pay"
)

type Shop struct { Items []Item }

type Seller interface { Sell(i Item) error }

func (s *Shop) Sell(i Item) error {
	return fmt.Errorf("no more items in stock")
}

func helper() { x.Pay() }
""",
    "shop.rs": """\
use crate::pay::{Card, charge};
pub struct Shop { items: Vec<Item> }
pub trait Seller { fn sell(&self, item: Item); }
impl Seller for Shop {
    fn sell(&self, item: Item) { charge(item); panic!("no more items in stock"); }
}
fn helper() -> Shop { Shop { items: vec![] } }
pub enum Kind { A }
""",
    "shop.java": """\
package shop;
import com.example.Pay;
public class Shop extends Base implements Seller {
  public void sell(Item item) { Pay.charge(item); throw new X("no more items in stock"); }
}
interface Seller { void sell(Item item); }
""",
    "shop.kt": """\
package shop
import com.example.Pay
class Shop(val x: Int) : Base(), Seller {
  fun sell(item: Item) { Pay.charge(item) }
}
fun helper() = Shop(1)
""",
    "shop.c": """\
#include "pay.h"
struct shop { int items; };
typedef struct shop shop_t;
static int sell(struct shop *s) {
  return charge(s, "no more items in stock");
}
#define LIMIT 3
enum kind { A, B };
""",
    "shop.cpp": """\
#include "pay.hpp"
namespace store {
class Shop : public Base {
 public:
  void sell(const Item& item);
};
void Shop::sell(const Item& item) { charge(item); }
template <typename T> T helper(T x) { return x; }
}
""",
    "shop.cs": """\
using Example.Pay;
namespace Store {
  public class Shop : Base, ISeller {
    public void Sell(Item item) { Charger.Charge(item); }
    public int Limit { get; set; }
  }
  interface ISeller { void Sell(Item item); }
}
""",
    "shop.rb": """\
require "pay"
require_relative "item"
module Store
  class Shop < Base
    def sell(item)
      charge(item)
      raise "no more items in stock"
    end
    def self.build; new; end
  end
end
""",
    "shop.php": """\
<?php
namespace Store;
use Example\\Pay;
class Shop extends Base implements Seller {
  public function sell(Item $item) { Pay::charge($item); throw new X("no more items in stock"); }
}
function helper() { return new Shop(); }
""",
    "shop.sh": """\
source ./pay.sh
sell() {
  charge "$1"
}
function helper { sell 1; }
""",
    "shop.lua": """\
local pay = require("pay")
local Shop = {}
function Shop:sell(item)
  pay.charge(item)
end
local function helper() return Shop end
""",
    "shop.scala": """\
package store
import example.Pay
class Shop(x: Int) extends Base with Seller {
  def sell(item: Item): Unit = Pay.charge(item)
}
object Shop { def build(): Shop = new Shop(1) }
trait Seller
""",
    "shop.swift": """\
import Pay
class Shop: Base, Seller {
  func sell(item: Item) { charge(item) }
}
protocol Seller { func sell(item: Item) }
struct Price { var x: Int }
func helper() -> Shop { return Shop() }
""",
}
DEFINED = {
    "shop.py": "Shop:class:4-7 Shop.sell:method:6-7 helper:function:9-10 LIMIT:constant:12-12",
    "shop.js": "Shop:class:3-5 Shop.sell:method:4-4 helper:function:6-6 arrow:function:7-7",
    "shop.ts": (
        "Seller:interface:2-2 Seller.sell:method:2-2 Shop:class:3-5 Shop.sell:method:4-4 "
        "Price:type:6-6 Kind:enum:7-7 helper:function:8-8"
    ),
    "shop.tsx": "Button:function:2-4",
    "shop.go": (
        "Shop:struct:8-8 Shop.Items:property:8-8 Seller:interface:10-10 Seller.Sell:method:10-10 "
        "Shop.Sell:method:12-14 helper:function:16-16"
    ),
    "shop.rs": (
        "Shop:struct:2-2 Shop.items:property:2-2 Seller:trait:3-3 Seller.sell:method:3-3 "
        "Shop.sell:method:5-5 helper:function:7-7 Kind:enum:8-8"
    ),
    "shop.java": "Shop:class:3-5 Shop.sell:method:4-4 Seller:interface:6-6 Seller.sell:method:6-6",
    "shop.kt": "Shop:class:3-5 Shop.x:property:3-3 Shop.sell:method:4-4 helper:function:6-6",
    "shop.c": "shop:struct:2-2 shop_t:type:3-3 sell:function:4-6 LIMIT:macro:7-7 kind:enum:8-8",
    "shop.cpp": (
        "store:module:2-9 store.Shop:class:3-6 store.Shop.sell:method:5-5 "
        "store.Shop.sell:method:7-7 store.helper:function:8-8"
    ),
    "shop.cs": (
        "Shop:class:3-6 Shop.Sell:method:4-4 Shop.Limit:property:5-5 ISeller:interface:7-7 "
        "ISeller.Sell:method:7-7"
    ),
    "shop.rb": (
        "Store:module:3-11 Store.Shop:class:4-10 Store.Shop.sell:method:5-8 Store.Shop.build:method:9-9"
    ),
    "shop.php": "Shop:class:4-6 Shop.sell:method:5-5 helper:function:7-7",
    "shop.sh": "sell:function:2-4 helper:function:5-5",
    "shop.lua": "Shop:variable:2-2 Shop.sell:method:3-5 helper:function:6-6",
    "shop.scala": (
        "Shop:class:3-5 Shop.sell:method:4-4 Shop:class:6-6 Shop.build:method:6-6 Seller:trait:7-7"
    ),
    "shop.swift": (
        "Shop:class:2-4 Shop.sell:method:3-3 Seller:interface:5-5 Seller.sell:method:5-5 "
        "Price:struct:6-6 Price.x:property:6-6 helper:function:7-7"
    ),
}
IMPORTED = {
    "shop.py": "os.path a.b(C,d)",
    "shop.js": "./pay.js(pay) fs(fs)",
    "shop.ts": "./item(Item)",
    "shop.tsx": "react(React)",
    "shop.go": "fmt example.com/pay",
    "shop.rs": "crate::pay::Card(Card) crate::pay::charge(charge)",
    "shop.java": "com.example.Pay(Pay)",
    "shop.kt": "com.example.Pay(Pay)",
    "shop.c": "pay.h",
    "shop.cpp": "pay.hpp",
    "shop.cs": "Example.Pay",
    "shop.rb": "pay ./item",
    "shop.php": "Example\\Pay(Pay)",
    "shop.sh": "./pay.sh",
    "shop.lua": "pay",
    "shop.scala": "example.Pay(Pay)",
    "shop.swift": "Pay(Pay)",
}
BASES = {"Base": "py js java kt cpp cs rb php scala swift", "Seller": "ts rs java kt php scala swift"}
CALLED = {
    "charge": "rs java kt c cpp rb php sh lua scala swift",
    "Pay": "go",
    "Charge": "cs",
    "pay": "js tsx",
    "helper": "ts",
}
TEXT = "no more items in stock"
WITH_TEXT = "py js tsx go rs java c rb php"


def syntax_of(name: str, text: str = "") -> Syntax:
    language = language_of(name)
    assert language is not None
    found = extract(language, (text or SAMPLES[name]).encode())
    assert found is not None
    return found


def test_every_grammar_has_a_sample() -> None:
    assert {language_of(name) for name in SAMPLES} == set(GRAMMARS)


@pytest.mark.parametrize("name", SAMPLES)
def test_definitions_have_owner_kind_and_lines(name: str) -> None:
    found = syntax_of(name)
    said = " ".join(f"{d.qual}:{d.kind}:{d.start}-{d.end}" for d in found.definitions)
    assert said == DEFINED[name]


@pytest.mark.parametrize("name", SAMPLES)
def test_imports_have_module_and_names(name: str) -> None:
    found = syntax_of(name)
    said = [f"{i.module}({','.join(i.names)})" if i.names else i.module for i in found.imports]
    assert " ".join(said) == IMPORTED[name]


@pytest.mark.parametrize(("base", "ends"), BASES.items())
def test_what_a_type_extends_is_known(base: str, ends: str) -> None:
    for end in ends.split():
        found = syntax_of(f"shop.{end}")
        shop = next(d for d in found.definitions if d.name == "Shop")
        assert base in shop.bases, end


@pytest.mark.parametrize(("called", "ends"), CALLED.items())
def test_calls_are_uses(called: str, ends: str) -> None:
    for end in ends.split():
        found = syntax_of(f"shop.{end}")
        assert called in {use.name for use in found.references}, end


def test_texts_of_messages_are_known_by_their_line() -> None:
    for end in WITH_TEXT.split():
        found = syntax_of(f"shop.{end}")
        lines = SAMPLES[f"shop.{end}"].split("\n")
        assert [(line, text) for line, text in found.strings if text == TEXT], end
        assert all(text in lines[line - 1] for line, text in found.strings), end


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(GRAMMARS)), st.binary(max_size=400))
def test_any_bytes_give_an_analysis(language: str, data: bytes) -> None:
    chunks, *_rest = analyse(language, data)
    assert chunks


@pytest.mark.parametrize("name", SAMPLES)
def test_cut_sources_keep_what_stands_before_the_cut(name: str) -> None:
    text = SAMPLES[name]
    for cut in range(0, len(text), 17):
        assert syntax_of(name, text[:cut] or " ") is not None


@pytest.mark.parametrize("opening", ["(", "[", "{", "<", "((", "if(", "a.b(", "-", "!"])
@pytest.mark.parametrize("name", ["bomb.py", "bomb.js", "bomb.rs", "bomb.cpp", "bomb.rb", "bomb.php"])
def test_nested_beyond_reason_is_analysed_or_given_up_but_never_hangs(
    tmp_path: Path, name: str, opening: str
) -> None:
    text = ("<?php " if name.endswith("php") else "") + "x = " + opening * (60_000 // len(opening))
    (tmp_path / name).write_text(text, encoding="utf-8")
    started = time.monotonic()
    answers = list(
        workers.analyse_all(str(tmp_path), [("id", name, language_of(name), _mtime(tmp_path / name))])
    )
    assert [content for content, _packed in answers] == ["id"]
    assert time.monotonic() - started < 4 * workers.FILE_SECONDS


def test_a_worker_that_hangs_costs_only_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "good.py").write_text("def good():\n    pass\n", encoding="utf-8")
    (tmp_path / "bad.py").write_text("def bad():\n    pass\n", encoding="utf-8")
    analyse_file = workers.analyse_file

    def hang(root: str, task: workers.Task) -> bytes:
        if task[1] == "bad.py":
            time.sleep(60)
        return analyse_file(root, task)

    monkeypatch.setattr(workers, "FILE_SECONDS", 0.5)
    monkeypatch.setattr(workers, "analyse_file", hang)
    tasks: list[workers.Task] = [
        (name, name, "python", _mtime(tmp_path / name)) for name in ("good.py", "bad.py")
    ]
    answers = dict(workers.analyse_all(str(tmp_path), tasks))
    assert answers["good.py"] and not answers["bad.py"]


def test_a_worker_that_dies_costs_only_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("good.py", "bad.py"):
        (tmp_path / name).write_text("def good():\n    pass\n", encoding="utf-8")
    analyse_file = workers.analyse_file

    def die(root: str, task: workers.Task) -> bytes:
        if task[1] == "bad.py":
            os._exit(9)
        return analyse_file(root, task)

    monkeypatch.setattr(workers, "analyse_file", die)
    tasks: list[workers.Task] = [
        (name, name, "python", _mtime(tmp_path / name)) for name in ("bad.py", "good.py")
    ]
    answers = dict(workers.analyse_all(str(tmp_path), tasks))
    assert answers["good.py"] and not answers["bad.py"]


def _mtime(path: Path) -> int:
    return path.stat().st_mtime_ns
