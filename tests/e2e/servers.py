"""Fake model servers on loopback: they answer one sentence and keep every request they were sent."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, cast

ANSWER = "The fake model has answered."
Event = dict[str, Any]


class ModelServer(ThreadingHTTPServer):
    """Keeps what was asked; the answer goes out only after the request was kept."""

    daemon_threads = True

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        """Listen on a free port of loopback."""
        super().__init__(("127.0.0.1", 0), handler)
        self.asked: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.hold = threading.Event()
        self.hold.set()
        self.refuses = False

    @property
    def url(self) -> str:
        """Return the address clients are pointed at."""
        return f"http://127.0.0.1:{self.server_port}"


class ModelHandler(BaseHTTPRequestHandler):
    """Takes any request, keeps model requests, and streams events back."""

    protocol_version = "HTTP/1.1"
    path_of_model: ClassVar[str] = ""

    def do_GET(self) -> None:
        """Know nothing else: model lists, settings and the like are not here."""
        self.send_plain(404, {"error": {"message": "not here"}})

    do_HEAD = do_GET  # noqa: N815

    def do_POST(self) -> None:
        """Keep the request, then answer it."""
        server = cast(ModelServer, self.server)
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        server.paths.append(self.path)
        if self.path.split("?")[0] != self.path_of_model:
            self.send_plain(404, {"error": {"message": "not here"}})
            return
        request = json.loads(body)
        server.asked.append(request)
        server.hold.wait(60)
        if server.refuses:
            self.send_plain(400, {"error": {"message": "no answer today"}})
            return
        self.send_events(self.events(request))

    def events(self, request: dict[str, Any]) -> list[Event]:
        """Return the answer, event by event."""
        raise NotImplementedError

    def send_plain(self, status: int, value: object) -> None:
        """Answer with JSON."""
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def send_events(self, events: list[Event]) -> None:
        """Answer with server-sent events."""
        data = b"".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n".encode() for e in events)
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        try:
            self.wfile.write(data)
        except OSError:
            self.close_connection = True

    def log_message(self, *_words: object) -> None:
        """Say nothing."""


class MessagesHandler(ModelHandler):
    """The Messages API, as far as Claude Code needs it."""

    path_of_model = "/v1/messages"

    def events(self, request: dict[str, Any]) -> list[Event]:
        """Answer one text block."""
        usage = {"input_tokens": 1, "output_tokens": 1}
        message = {"id": "msg_1", "type": "message", "role": "assistant", "model": request["model"]}
        started = {**message, "content": [], "stop_reason": None, "stop_sequence": None, "usage": usage}
        return [
            {"type": "message_start", "message": started},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": ANSWER}},
            {"type": "content_block_stop", "index": 0},
            {
                "type": "message_delta",
                "delta": {"stop_reason": "end_turn", "stop_sequence": None},
                "usage": usage,
            },
            {"type": "message_stop"},
        ]


class ResponsesHandler(ModelHandler):
    """The Responses API, as far as Codex needs it."""

    path_of_model = "/v1/responses"

    def events(self, request: dict[str, Any]) -> list[Event]:
        """Answer one message."""
        content = [{"type": "output_text", "text": ANSWER, "annotations": []}]
        item = {"type": "message", "id": "msg_1", "role": "assistant", "content": content}
        usage = {
            "input_tokens": 1,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": 1,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": 2,
        }
        response = {"id": "resp_1", "object": "response", "output": [item], "usage": usage}
        return [
            {"type": "response.created", "response": {"id": "resp_1", "object": "response"}},
            {"type": "response.output_item.done", "output_index": 0, "item": item},
            {"type": "response.completed", "response": response},
        ]


@contextmanager
def serve(handler: type[ModelHandler]) -> Iterator[ModelServer]:
    """Run a server for as long as a test needs it."""
    with ModelServer(handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.hold.set()
            server.shutdown()
            thread.join()
