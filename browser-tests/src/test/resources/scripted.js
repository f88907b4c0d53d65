// A scripted server for the client: sockets and responses under the control of a test.
import { TidingsInbox } from "/client.js";

class ScriptedSocket {
  readyState = 0;
  sent = [];

  constructor(url, protocols) {
    this.url = url;
    this.protocols = protocols;
    sockets.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  accept() {
    this.readyState = 1;
    this.onopen?.({});
  }

  say(event) {
    this.onmessage?.({ data: JSON.stringify(event) });
  }

  drop(code) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const sockets = [];
const streams = [];
const calls = [];
const heard = { notification: [], status: [], error: [], changes: 0 };
const answers = new Map();
const tokens = [];
let waiting = null;

function answer({ status = 200, body = null, headers = {} }) {
  return { ok: status < 300, status, headers: new Headers(headers), json: async () => body };
}

async function scriptedFetch(url, { method = "GET", headers }) {
  const { pathname, search } = new URL(url);
  calls.push({ method, path: pathname + search, token: headers.Authorization.replace("Bearer ", "") });
  const scripted = answers.get(`${method} ${pathname}`);
  if (!scripted && pathname === "/v1/me/live") {
    return new Response(new ReadableStream({ start: (to) => streams.push(to) }));
  }
  const given = Array.isArray(scripted) ? (scripted.length > 1 ? scripted.shift() : scripted[0]) : scripted;
  // Captured now and returned later: it does not include what happens in between.
  const taken = answer(structuredClone(given ?? { status: 204 }));
  if (waiting) {
    await new Promise((resolve) => waiting.push(resolve));
  }
  return taken;
}

window.lab = {
  sockets,
  calls,
  heard,
  tokens,
  answers,
  make(options = {}) {
    const inbox = new TidingsInbox({
      url: "http://tidings.test",
      token: async () => {
        const token = `token${tokens.length + 1}`;
        tokens.push(token);
        return token;
      },
      WebSocket: ScriptedSocket,
      fetch: scriptedFetch,
      ...options,
    });
    inbox.on("notification", (item) => heard.notification.push(item.id));
    inbox.on("status", (change) => heard.status.push({ status: change.status, retryIn: change.retryIn }));
    inbox.on("error", (error) => heard.error.push({ message: error.message, status: error.status, code: error.code }));
    inbox.on("change", () => heard.changes++);
    window.inbox = inbox;
  },
  feed: (text) => streams.at(-1).enqueue(new TextEncoder().encode(text)),
  endStream: () => streams.at(-1).close(),
  last: () => sockets[sockets.length - 1],
  holdAnswers: () => (waiting = []),
  letAnswersGo() {
    const held = waiting;
    waiting = null;
    held.forEach((resolve) => resolve());
  },
  /** Runs all pending microtasks; nothing here waits for real I/O. */
  async settle() {
    for (let turn = 0; turn < 200; turn++) {
      await null;
    }
  },
  state: () => ({
    status: inbox.status,
    unread: inbox.unread,
    ids: inbox.items.map((item) => item.id),
    read: inbox.items.filter((item) => item.readAt).map((item) => item.id),
    hasMore: inbox.hasMore,
    error: inbox.error?.message ?? null,
  }),
};
