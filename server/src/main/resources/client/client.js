/**
 * The live inbox of one user: the list, the exact unread count, and events for every change.
 *
 *     import { TidingsInbox } from "https://notify.example.org/client.js";
 *
 *     const inbox = new TidingsInbox({
 *       url: "https://notify.example.org",
 *       token: () => fetch("/my-own-backend/tidings-token").then((response) => response.text()),
 *     });
 *     inbox.on("change", () => render(inbox.items, inbox.unread));
 *     inbox.on("notification", (item) => toast(item.title));
 *     inbox.on("error", (error) => console.warn(error.message));
 *     inbox.connect();
 *
 * Invariant: while there is a cursor, the items and the count are those of the server at that cursor.
 * So a lost connection resumes from the cursor. Whenever that is not possible, the cursor is dropped first and the
 * list is fetched again, while events that arrive in the meantime are buffered and applied to it afterwards.
 */

const MINUTE = 60_000;
/** The heartbeat interval of the server, unless its hello event names another. */
const HEARTBEAT = 25_000;
/** Tolerates one lost heartbeat. */
const silenceTimeout = (heartbeat) => 2 * heartbeat + 10_000;
const suspiciousSilence = (heartbeat) => heartbeat + 5_000;
const HELLO_TIMEOUT = 20_000;
const RESPONSE_TIMEOUT = 20_000;
const STABLE = 10_000;
const MAX_RETRY_AFTER = 5 * MINUTE;
const MIN_WAKE_INTERVAL = 1_000;
const ACK_DELAY = 200;
const ACK_RETRY_DELAY = 10_000;
const MAX_ACKS_PER_MESSAGE = 100;
const MAX_RECENT_IDS = 2_000;
const MAX_PAGE_SIZE = 100;
const MAX_TOKEN_ATTEMPTS = 2;
const OPEN = 1;

/** Any failure. `status` and `code` are those of the server's response, if there was one. */
export class TidingsError extends Error {
  constructor(message, { status = 0, code = null, retryAfter = null, cause = undefined } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "TidingsError";
    this.status = status;
    this.code = code;
    /** Milliseconds that the server asks to wait, or null. */
    this.retryAfter = retryAfter;
  }
}

export class TidingsInbox {
  #base;
  #fetchToken;
  #transport;
  #pageSize;
  #retry;
  #WebSocket;
  #fetch;
  #listeners = new Map();

  #status = "closed";
  #error = null;
  #items = [];
  #unread = 0;
  #next = null;

  #token = null;
  #tokenText = null;
  #tokensRefused = 0;
  #cursor = null;
  #cursors = new RecentIds();
  #ids = new RecentIds();
  #held = null;
  #listing = 0;
  #stale = false;
  #more = null;

  #link = null;
  #attempts = 0;
  #attemptedAt = 0;
  #timers = new Map();
  #acks = new Set();
  #acking = false;
  #changed = false;

  constructor({
    url = globalThis.location?.origin,
    token,
    transport = "websocket",
    pageSize = 20,
    retry = {},
    WebSocket = globalThis.WebSocket,
    fetch = globalThis.fetch,
  }) {
    if (typeof token !== "function") {
      throw new TypeError("token: expected a function that returns a user token, or a promise of one");
    }
    if (transport !== "websocket" && transport !== "sse") {
      throw new TypeError(`transport: expected "websocket" or "sse", not ${JSON.stringify(transport)}`);
    }
    if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > MAX_PAGE_SIZE) {
      throw new TypeError(`pageSize: expected a number from 1 to ${MAX_PAGE_SIZE}, not ${pageSize}`);
    }
    this.#base = new URL(String(url).replace(/\/*$/, "/"));
    this.#fetchToken = token;
    this.#transport = transport;
    this.#pageSize = pageSize;
    this.#retry = { base: 1_000, max: 30_000, ...retry };
    this.#WebSocket = WebSocket;
    this.#fetch = (url, options) => fetch(url, options).catch(unreachable);
  }

  /** "connecting", "live", "waiting" (until the next attempt), "closed" or "refused". */
  get status() {
    return this.#status;
  }

  /** The last error, until it is live again; null if there is none. */
  get error() {
    return this.#error;
  }

  /** The loaded notifications that are not archived, newest first. A new array after every change. */
  get items() {
    return this.#items;
  }

  /** The unread count of the server, including notifications that are not loaded. */
  get unread() {
    return this.#unread;
  }

  get hasMore() {
    return this.#next !== null;
  }

  /** Adds a listener; returns a function that removes it. */
  on(event, listener) {
    if (!this.#listeners.has(event)) {
      this.#listeners.set(event, new Set());
    }
    this.#listeners.get(event).add(listener);
    return () => this.#listeners.get(event).delete(listener);
  }

  /** Connects, and reconnects until it is closed or refused. */
  connect() {
    if (this.#status !== "closed" && this.#status !== "refused") {
      return;
    }
    this.#attempts = 0;
    this.#tokensRefused = 0;
    for (const [target, event] of WAKING) {
      target?.addEventListener?.(event, this.#wake);
    }
    this.#open();
  }

  /** Closes the connection. Items and count stay; `connect` resumes from there. */
  close() {
    this.#leave("closed", null);
  }

  /** Appends the next page to `items`. */
  loadMore() {
    this.#more ??= this.#loadNext().finally(() => (this.#more = null));
    return this.#more;
  }

  markRead(id) {
    return this.#mark(id, "read", "read");
  }

  markUnread(id) {
    return this.#mark(id, "unread", "unread");
  }

  archive(id) {
    return this.#mark(id, "archive", "archived");
  }

  unarchive(id) {
    return this.#mark(id, "unarchive", "unarchived");
  }

  /** Marks all as read, and returns how many were unread. */
  async markAllRead() {
    const { marked } = await this.#call("POST", "v1/me/inbox/read-all");
    if (this.#status !== "live") {
      this.#items.forEach((item) => this.#change("read", item.id));
      await this.#recount();
    }
    return marked;
  }

  // --- the connection ---

  async #open() {
    const link = { greeted: false, heartbeat: HEARTBEAT, heardAt: Date.now(), bye: null, send: null, stop() {} };
    this.#link = link;
    this.#attemptedAt = Date.now();
    this.#stopTimer("retry");
    this.#setStatus("connecting");
    try {
      const token = await this.#currentToken();
      if (link !== this.#link) {
        return;
      }
      link.token = token;
      this.#watch(link, HELLO_TIMEOUT);
      if (this.#transport === "sse") {
        this.#openStream(link);
      } else {
        this.#openSocket(link);
      }
    } catch (error) {
      this.#lost(link, error);
    }
  }

  #liveUrl() {
    const url = new URL("v1/me/live", this.#base);
    if (this.#cursor !== null) {
      url.searchParams.set("since", this.#cursor);
    }
    return url;
  }

  /** A browser can't set headers on a WebSocket, so the token is a subprotocol; never in the URL, which gets logged. */
  #openSocket(link) {
    const url = this.#liveUrl();
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new this.#WebSocket(url.href, ["tidings.v1", `tidings.token.${link.token}`]);
    let opened = false;
    link.send = (message) => socket.send(JSON.stringify(message));
    link.sends = () => socket.readyState === OPEN;
    link.stop = () => {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    };
    socket.onopen = () => (opened = true);
    socket.onmessage = ({ data }) => this.#hear(link, data);
    socket.onclose = async ({ code }) => {
      const message = `the connection was closed: ${link.bye ?? "code " + code}`;
      const status = code === 4401 ? 401 : 0;
      this.#lost(link, opened ? new TidingsError(message, { status, code: link.bye }) : await this.#explain(link));
    };
  }

  /** Browsers hide why a WebSocket was refused, but the same request without the upgrade returns the reason. */
  async #explain(link) {
    const asked = new AbortController();
    link.stop = () => asked.abort();
    try {
      const answer = await this.#ask(link.token, this.#liveUrl(), { signal: asked.signal });
      await throwIfRefused(answer);
      return new TidingsError("WebSockets are blocked, though the server responds; transport: \"sse\" may work");
    } catch (error) {
      return error;
    } finally {
      asked.abort();
    }
  }

  /** Uses fetch, since EventSource can neither send a token nor tell why it was refused. */
  async #openStream(link) {
    const request = new AbortController();
    link.stop = () => request.abort();
    try {
      const answer = await this.#ask(link.token, this.#liveUrl(), { signal: request.signal });
      await throwIfRefused(answer);
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      const lines = new EventLines((data) => this.#hear(link, data));
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        link.heardAt = Date.now();
        lines.add(part.value);
      }
      throw new TidingsError(`the connection was closed: ${link.bye ?? "the stream ended"}`, { code: link.bye });
    } catch (error) {
      this.#lost(link, error);
    }
  }

  #ask(token, url, options) {
    const headers = { Authorization: `Bearer ${token}`, Accept: "text/event-stream" };
    return this.#fetch(url.href, { ...options, headers, cache: "no-store", credentials: "omit" });
  }

  #watch(link, timeout) {
    this.#startTimer("watch", timeout, () => {
      const left = link.heardAt + (link.greeted ? silenceTimeout(link.heartbeat) : HELLO_TIMEOUT) - Date.now();
      if (left > 0) {
        this.#watch(link, left);
      } else {
        this.#lost(link, new TidingsError("the server was silent for too long"));
      }
    });
  }

  /** Handles every end of a connection, and decides whether to reconnect. */
  #lost(link, cause) {
    if (link !== this.#link) {
      return;
    }
    const error = asError(cause);
    this.#unlink();
    if (error.code === "no_token") {
      this.#leave("refused", error);
    } else if (error.status === 401 || link.bye === "expired" || link.bye === "revoked") {
      this.#dropToken(link.token);
      if (++this.#tokensRefused > MAX_TOKEN_ATTEMPTS) {
        this.#leave("refused", error);
      } else if (this.#tokensRefused === 1 && link.bye !== "revoked") {
        this.#open();
      } else {
        // A revocation affects many clients, so they must not reconnect all at once.
        this.#openLater(error);
      }
    } else if (error.status === 400 && this.#cursor !== null) {
      this.#cursor = null;
      this.#open();
    } else if (error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429) {
      this.#leave("refused", error);
    } else {
      this.#openLater(error);
    }
  }

  /** Exponential backoff with full jitter: after a restart of the server, its clients do not reconnect all at once. */
  #openLater(error) {
    const maxDelay = Math.min(this.#retry.max, this.#retry.base * 2 ** this.#attempts++);
    const asked = Math.min(error.retryAfter ?? 0, MAX_RETRY_AFTER);
    const retryIn = Math.round(asked + Math.random() * maxDelay);
    this.#startTimer("retry", retryIn, () => this.#open());
    this.#setStatus("waiting", error, retryIn);
    this.#report(error);
  }

  /** The network is back, or the page is visible again: reconnect without further delay. */
  #wake = () => {
    if (globalThis.document?.visibilityState === "hidden") {
      return;
    }
    if (this.#status === "waiting" && Date.now() - this.#attemptedAt >= MIN_WAKE_INTERVAL) {
      this.#open();
    } else if (this.#link?.greeted && Date.now() - this.#link.heardAt > suspiciousSilence(this.#link.heartbeat)) {
      // Timers stop while a machine sleeps, and its connections may be dead.
      this.#unlink();
      this.#open();
    }
  };

  #unlink() {
    const link = this.#link;
    this.#link = null;
    this.#listing++;
    this.#held = null;
    ["watch", "stable", "retry"].forEach((name) => this.#stopTimer(name));
    link?.stop();
  }

  #leave(status, error) {
    this.#unlink();
    this.#stopTimer("ack");
    for (const [target, event] of WAKING) {
      target?.removeEventListener?.(event, this.#wake);
    }
    this.#setStatus(status, error);
    if (error) {
      this.#report(error);
    }
  }

  // --- events of the server ---

  #hear(link, text) {
    if (link !== this.#link) {
      return;
    }
    link.heardAt = Date.now();
    let event;
    try {
      event = JSON.parse(text);
    } catch (cause) {
      this.#lost(link, new TidingsError("the server sent invalid JSON", { cause }));
      return;
    }
    if (event.event === "bye") {
      link.bye = event.reason;
    } else if (event.event === "hello") {
      this.#greeted(link, event);
    } else if (event.event === "reload") {
      this.#release();
      // A listener may have closed the inbox.
      if (link === this.#link) {
        this.#fetchList(link, event);
      }
    } else if (event.id !== undefined) {
      if (this.#held) {
        this.#held.push(event);
      } else {
        this.#apply(event);
        this.#fetchIfStale();
      }
    }
  }

  #greeted(link, hello) {
    link.greeted = true;
    link.heartbeat = hello.heartbeat ?? HEARTBEAT;
    if (hello.resumed && this.#cursor !== null) {
      // The missed events follow; only then is the cursor that of the hello event.
      this.#setUnread(hello.unread);
      this.#live();
    } else {
      this.#fetchList(link, hello);
    }
  }

  #live() {
    this.#startTimer("stable", STABLE, () => {
      this.#attempts = 0;
      this.#tokensRefused = 0;
    });
    this.#setStatus("live");
    this.#ackSoon();
  }

  /** Fetches the list again, while events are buffered. Without the list there is no cursor. */
  async #fetchList(link, { id, unread }) {
    this.#cursor = null;
    this.#held = [];
    this.#stale = false;
    this.#setUnread(unread);
    const turn = ++this.#listing;
    const limit = Math.min(Math.max(this.#items.length, this.#pageSize), MAX_PAGE_SIZE);
    try {
      const page = await this.#call("GET", `v1/me/inbox?limit=${limit}`);
      if (turn !== this.#listing) {
        return;
      }
      this.#items = page.items;
      this.#next = page.next;
      page.items.forEach((item) => this.#ids.add(item.id));
      this.#cursor = id;
      this.#notifyChange();
      this.#release();
      if (turn !== this.#listing) {
        // A listener closed the inbox.
        return;
      }
      this.#live();
      this.#fetchIfStale();
    } catch (error) {
      if (turn === this.#listing) {
        this.#lost(link, error);
      }
    }
  }

  #release() {
    const held = this.#held ?? [];
    this.#held = null;
    held.forEach((event) => this.#apply(event));
  }

  /** An unarchived notification is known by its id only. */
  #fetchIfStale() {
    if (this.#stale && this.#link) {
      this.#fetchList(this.#link, { id: this.#cursor, unread: this.#unread });
    }
  }

  #apply(event) {
    if (!this.#cursors.add(event.id)) {
      return;
    }
    this.#cursor = event.id;
    if (event.unread !== undefined) {
      this.#setUnread(event.unread);
    }
    if (event.event === "notification") {
      this.#arrived(event.notification);
    } else if (event.event === "all_read") {
      this.#allRead(event);
    } else {
      this.#change(event.event, event.notificationId);
    }
  }

  #arrived(item) {
    if (!this.#ids.add(item.id) || this.#items.some((other) => other.id === item.id)) {
      return;
    }
    const place = this.#items.findIndex((other) => isNewer(item, other));
    if (place >= 0) {
      this.#items = this.#items.toSpliced(place, 0, item);
    } else if (this.#next === null) {
      this.#items = [...this.#items, item];
    }
    this.#notifyChange();
    this.#emit("notification", item);
    this.#acks.add(item.id);
    if (this.#acks.size > MAX_RECENT_IDS) {
      this.#acks.delete(this.#acks.values().next().value);
    }
    this.#ackSoon();
  }

  #allRead({ from, upTo, unread }) {
    // One that arrived meanwhile may be between the times, and unread.
    this.#stale ||= unread > 0;
    const readAt = new Date().toISOString();
    const [oldest, newest] = [Date.parse(from), Date.parse(upTo)];
    const isMarked = ({ readAt, at }) => !readAt && Date.parse(at) >= oldest && Date.parse(at) <= newest;
    this.#items = this.#items.map((item) => (isMarked(item) ? { ...item, readAt } : item));
    this.#notifyChange();
  }

  /** Idempotent. */
  #change(what, id) {
    const item = this.#items.find((each) => each.id === id);
    if (what === "unarchived") {
      this.#stale ||= !item;
    } else if (item && what === "archived") {
      this.#items = this.#items.filter((each) => each !== item);
    } else if (item && (what === "read" || what === "unread")) {
      const readAt = what === "unread" ? null : (item.readAt ?? new Date().toISOString());
      this.#items = this.#items.map((each) => (each === item ? { ...item, readAt } : each));
    }
    this.#notifyChange();
  }

  // --- actions of the user ---

  /**
   * While live, the action comes back as an event, in order with those of other tabs, and is only applied then.
   * Otherwise it is applied as soon as the server has confirmed it.
   */
  async #mark(id, verb, event) {
    await this.#call("POST", `v1/me/inbox/${encodeURIComponent(id)}/${verb}`);
    if (this.#status !== "live") {
      this.#change(event, id);
      await this.#recount();
    }
  }

  async #recount() {
    const { unread } = await this.#call("GET", "v1/me/unread");
    if (this.#status !== "live") {
      this.#setUnread(unread);
    }
  }

  async #loadNext() {
    const cursor = this.#next;
    if (cursor === null) {
      return;
    }
    const holds = this.#held === null;
    const held = (this.#held ??= []);
    const turn = this.#listing;
    try {
      const query = new URLSearchParams({ limit: this.#pageSize, cursor });
      const page = await this.#call("GET", `v1/me/inbox?${query}`);
      if (turn === this.#listing && held !== this.#held) {
        // The list was fetched again, and the events buffered for it were not applied to this page.
        return await this.#loadNext();
      }
      // Otherwise the list was fetched again, and this page belongs to the old one.
      if (turn === this.#listing && cursor === this.#next) {
        const known = new Set(this.#items.map((item) => item.id));
        this.#items = [...this.#items, ...page.items.filter((item) => !known.has(item.id))];
        this.#next = page.next;
        page.items.forEach((item) => this.#ids.add(item.id));
        this.#notifyChange();
      }
    } finally {
      if (holds && turn === this.#listing) {
        this.#release();
        this.#fetchIfStale();
      }
    }
  }

  // --- acknowledgements ---

  #ackSoon() {
    if (this.#acks.size > 0 && !this.#timers.has("ack")) {
      this.#startTimer("ack", ACK_DELAY, () => this.#ackNow());
    }
  }

  async #ackNow() {
    if (this.#status !== "live" || this.#acking) {
      // Continues when it is live again, or when the current batch is done.
      return;
    }
    const ids = [...this.#acks].slice(0, MAX_ACKS_PER_MESSAGE);
    this.#acking = true;
    try {
      if (this.#link.send) {
        this.#ackBySocket(this.#link, ids);
      } else {
        for (const id of ids) {
          await this.#ackByPost(id);
        }
      }
    } catch (error) {
      this.#startTimer("ack", ACK_RETRY_DELAY, () => this.#ackNow());
      this.#report(asError(error));
    } finally {
      this.#acking = false;
    }
    this.#ackSoon();
  }

  /** On a closing socket they would be lost; then the next connection sends them. */
  #ackBySocket(link, ids) {
    if (link.sends()) {
      link.send({ ack: ids });
      ids.forEach((id) => this.#acks.delete(id));
    }
  }

  async #ackByPost(id) {
    try {
      await this.#call("POST", `v1/me/inbox/${encodeURIComponent(id)}/ack`);
    } catch (error) {
      if (error.status >= 400 && error.status < 500 && error.status !== 429) {
        // A retry would be rejected again.
        this.#acks.delete(id);
      }
      throw error;
    }
    this.#acks.delete(id);
  }

  // --- calls ---

  async #currentToken() {
    this.#token ??= Promise.resolve()
      .then(() => this.#fetchToken())
      .then((token) => {
        if (typeof token !== "string" || token === "") {
          throw new TidingsError("no token: expected a non-empty string", { status: 401, code: "no_token" });
        }
        return (this.#tokenText = token);
      });
    const asked = this.#token;
    try {
      return await asked;
    } catch (error) {
      if (this.#token === asked) {
        this.#token = null;
      }
      throw asError(error);
    }
  }

  /** Drops the token, unless another call has replaced it already. */
  #dropToken(text) {
    if (text === this.#tokenText) {
      this.#token = null;
    }
  }

  async #call(method, path) {
    const token = await this.#currentToken();
    try {
      return await this.#callOnce(token, method, path);
    } catch (error) {
      if (error.status !== 401) {
        throw error;
      }
      this.#dropToken(token);
      return await this.#callOnce(await this.#currentToken(), method, path);
    }
  }

  async #callOnce(token, method, path) {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new TidingsError("the server did not respond in time")), RESPONSE_TIMEOUT);
    try {
      const answer = await this.#fetch(new URL(path, this.#base).href, {
        method,
        headers: { Authorization: `Bearer ${token}` },
        cache: "no-store",
        credentials: "omit",
        signal: timeout.signal,
      });
      await throwIfRefused(answer);
      return answer.status === 204 ? null : await answer.json();
    } catch (error) {
      throw asError(error);
    } finally {
      clearTimeout(timer);
    }
  }

  // --- events for the page ---

  #setStatus(status, error = null, retryIn = null) {
    if (status === "live" || error) {
      this.#error = error;
    }
    if (status !== this.#status || error) {
      this.#status = status;
      this.#emit("status", { status, error, retryIn });
    }
  }

  #setUnread(unread) {
    if (unread !== this.#unread) {
      this.#unread = unread;
      this.#notifyChange();
    }
  }

  /** Coalesces the changes of one task into one event. */
  #notifyChange() {
    if (!this.#changed) {
      this.#changed = true;
      queueMicrotask(() => {
        this.#changed = false;
        this.#emit("change", this);
      });
    }
  }

  #report(error) {
    if (this.#listeners.get("error")?.size) {
      this.#emit("error", error);
    } else {
      console.warn("Tidings:", error);
    }
  }

  #emit(event, detail) {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) {
      try {
        listener(detail);
      } catch (error) {
        // A listener's error must not break the connection, but must be visible.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  #startTimer(name, delay, action) {
    this.#stopTimer(name);
    const run = () => {
      this.#timers.delete(name);
      action();
    };
    this.#timers.set(name, setTimeout(run, delay));
  }

  #stopTimer(name) {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }
}

const WAKING = [
  [globalThis, "online"],
  [globalThis, "pageshow"],
  [globalThis.document, "visibilitychange"],
];

/** A bounded set of the most recent ids. */
class RecentIds {
  #all = new Set();

  /** Returns whether it is new. */
  add(one) {
    if (this.#all.has(one)) {
      return false;
    }
    this.#all.add(one);
    if (this.#all.size > MAX_RECENT_IDS) {
      this.#all.delete(this.#all.values().next().value);
    }
    return true;
  }
}

/** An incremental parser of server-sent events. */
class EventLines {
  #rest = "";
  #data = [];
  #onData;

  constructor(onData) {
    this.#onData = onData;
  }

  add(text) {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop();
    for (const line of lines.map((each) => each.replace(/\r$/, ""))) {
      if (line.startsWith("data:")) {
        this.#data.push(line.slice(line.startsWith("data: ") ? 6 : 5));
      } else if (line === "" && this.#data.length > 0) {
        this.#onData(this.#data.splice(0).join("\n"));
      }
    }
  }
}

function isNewer(item, other) {
  const [one, two] = [Date.parse(item.at), Date.parse(other.at)];
  return one === two ? item.id > other.id : one > two;
}

async function throwIfRefused(answer) {
  if (answer.ok) {
    return;
  }
  // A proxy may respond with anything.
  const problem = (await answer.json().catch(() => null)) ?? {};
  const message = [problem.title, problem.detail].filter(Boolean).join(": ");
  throw new TidingsError(message || `the server responded with ${answer.status}`, {
    status: answer.status,
    code: problem.code ?? null,
    retryAfter: Number(answer.headers.get("Retry-After")) * 1_000 || null,
  });
}

/** Browsers do not reveal which of the two it is. */
function unreachable(cause) {
  throw cause instanceof TidingsError
    ? cause
    : new TidingsError("the server is unreachable, or does not allow this page's origin (http.corsOrigins)", { cause });
}

function asError(error) {
  return error instanceof TidingsError
    ? error
    : new TidingsError(error?.message ?? String(error), { cause: error });
}
