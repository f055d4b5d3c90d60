"""Small programs, one for each language: two classes with a method of the same name, and calls of both."""

from __future__ import annotations

PYTHON = {
    "bank/account.py": '''"""Accounts."""
from bank.log import write_entry as note


class Account:
    """Holds money."""

    def __init__(self, limit):
        self.limit = limit

    @property
    def open_limit(self):
        return self.limit

    def close(self):
        note("closed")
        self.check()

    def check(self):
        return self.open_limit


class Savings(Account):
    def check(self):
        return super().check()
''',
    "bank/door.py": """class Door:
    def close(self):
        return self.lock()

    def lock(self):
        return self.close()
""",
    "bank/log.py": "def write_entry(text):\n    print(text)\n",
    "bank/desk.py": """from bank.account import Account
from bank import door


def shut(account: Account):
    account.close()


def leave():
    way = door.Door()
    way.close()


def anything(thing):
    thing.close()


def visit(self, kind):
    return getattr(self, f"check")
""",
    "tests/test_account.py": """from bank.account import Savings


def test_close():
    Savings(3).close()
""",
}

JAVASCRIPT = {
    "src/account.js": """import { write } from './log';
export class Account {
  constructor(limit) { this.limit = limit; }
  close() {
    write('closed');
    return this.check();
  }
  check() { return this.limit; }
}
""",
    "src/door.js": "export class Door {\n  close() {\n    return 1;\n  }\n}\n",
    "src/log.js": "export function write(text) {\n  console.log(text);\n}\n",
    "src/desk.js": """import { Account } from './account';
import { Door } from './door';
export function shut() {
  const account = new Account(3);
  account.close();
}
export function leave() {
  const door = new Door();
  door.close();
}
""",
}

TYPESCRIPT = {
    "src/account.ts": """import { write } from './log';
export class Account {
  constructor(private limit: number) {}
  close(): number {
    write('closed');
    return this.check();
  }
  check(): number { return this.limit; }
}
""",
    "src/door.ts": "export class Door {\n  close(): number {\n    return 1;\n  }\n}\n",
    "src/log.ts": "export function write(text: string): void {\n  console.log(text);\n}\n",
    "src/desk.ts": """import { Account } from './account';
import { Door } from './door';
export function shut(account: Account): void {
  account.close();
}
export function leave(door: Door): void {
  door.close();
}
""",
}

GO = {
    "account/account.go": """package account

import "example.org/bank/log"

type Account struct {
	Limit int
}

func New(limit int) *Account {
	return &Account{Limit: limit}
}

func (a *Account) Close() int {
	log.Write("closed")
	return a.check()
}

func (a *Account) check() int {
	return a.Limit
}
""",
    "door/door.go": """package door

type Door struct{}

func (d *Door) Close() int {
	return 1
}
""",
    "log/log.go": 'package log\n\nimport "fmt"\n\nfunc Write(text string) {\n\tfmt.Println(text)\n}\n',
    "desk/desk.go": """package desk

import (
	"example.org/bank/account"
	"example.org/bank/door"
)

func Shut(one *account.Account) {
	one.Close()
}

func Leave(one *door.Door) {
	one.Close()
}
""",
}

RUST = {
    "src/account.rs": """use crate::log::write_entry;

pub struct Account {
    limit: u32,
}

impl Account {
    pub fn new(limit: u32) -> Account {
        Account { limit }
    }

    pub fn close(&self) -> u32 {
        write_entry("closed");
        self.check()
    }

    fn check(&self) -> u32 {
        self.limit
    }
}
""",
    "src/door.rs": "pub struct Door;\n\nimpl Door {\n    pub fn close(&self) -> u32 {\n        1\n    }\n}\n",
    "src/log.rs": 'pub fn write_entry(text: &str) {\n    println!("{}", text);\n}\n',
    "src/desk.rs": """use crate::account::Account;
use crate::door::Door;

pub fn shut(one: &Account) {
    one.close();
}

pub fn leave(one: &Door) {
    one.close();
}
""",
}

JAVA = {
    "src/main/java/bank/Account.java": """package bank;

public class Account {
    private final int limit;

    public Account(int limit) {
        this.limit = limit;
    }

    public int close() {
        Log.write("closed");
        return check();
    }

    int check() {
        return limit;
    }
}
""",
    "src/main/java/bank/Door.java": (
        "package bank;\n\npublic class Door {\n    public int close() {\n        return 1;\n    }\n}\n"
    ),
    "src/main/java/bank/Log.java": """package bank;

class Log {
    static void write(String text) {
        System.out.println(text);
    }
}
""",
    "src/main/java/bank/Desk.java": """package bank;

class Desk {
    void shut(Account account) {
        account.close();
    }

    void leave(Door door) {
        door.close();
    }
}
""",
}

CPP = {
    "src/account.h": """#pragma once
class Account {
 public:
  explicit Account(int limit);
  int close();
  int check();
 private:
  int limit_;
};
""",
    "src/account.cpp": """#include "account.h"
#include "log.h"

Account::Account(int limit) : limit_(limit) {}

int Account::close() {
  write_entry("closed");
  return check();
}

int Account::check() {
  return limit_;
}
""",
    "src/door.h": "#pragma once\nclass Door {\n public:\n  int close() {\n    return 1;\n  }\n};\n",
    "src/log.h": "#pragma once\nvoid write_entry(const char* text);\n",
    "src/log.cpp": (
        '#include "log.h"\n#include <cstdio>\n\nvoid write_entry(const char* text) {\n  puts(text);\n}\n'
    ),
    "src/desk.cpp": """#include "account.h"
#include "door.h"

void shut(Account& account) {
  account.close();
}

void leave(Door& door) {
  door.close();
}
""",
}

RUBY = {
    "lib/account.rb": """require_relative 'log'

class Account
  def initialize(limit)
    @limit = limit
  end

  def close
    write_entry('closed')
    check
    self.check
  end

  def check
    @limit
  end
end
""",
    "lib/door.rb": "class Door\n  def close\n    1\n  end\nend\n",
    "lib/log.rb": "def write_entry(text)\n  puts text\nend\n",
    "lib/desk.rb": """require_relative 'account'
require_relative 'door'

def shut
  account = Account.new(3)
  account.close
end

def leave
  door = Door.new
  door.close
end
""",
}

PHP = {
    "src/Account.php": """<?php
namespace Bank;

class Account
{
    public function __construct(private int $limit)
    {
    }

    public function close(): int
    {
        write_entry('closed');
        return $this->check();
    }

    public function check(): int
    {
        return $this->limit;
    }
}
""",
    "src/Door.php": """<?php
namespace Bank;

class Door
{
    public function close(): int
    {
        return 1;
    }
}
""",
    "src/log.php": (
        "<?php\nnamespace Bank;\n\nfunction write_entry(string $text): void\n{\n    echo $text;\n}\n"
    ),
    "src/Desk.php": """<?php
namespace Bank;

class Desk
{
    public function shut(Account $account): void
    {
        $account->close();
    }

    public function leave(Door $door): void
    {
        $door->close();
    }
}
""",
}

PROGRAMS: dict[str, dict[str, str]] = {
    "python": PYTHON, "javascript": JAVASCRIPT, "typescript": TYPESCRIPT, "go": GO, "rust": RUST,
    "java": JAVA, "cpp": CPP, "ruby": RUBY, "php": PHP,
}  # fmt: skip
