/** A notification, as in `GET /v1/me/inbox`. */
export interface InboxItem {
  readonly id: string;
  readonly type: string;
  readonly priority: "critical" | "high" | "normal" | "bulk";
  readonly title: string | null;
  readonly body: string | null;
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly deepLink: string | null;
  /** RFC 3339. */
  readonly at: string;
  readonly expiresAt: string | null;
  readonly readAt: string | null;
  readonly archivedAt: string | null;
}

/**
 * - `connecting`: an attempt is in progress, or the list is being fetched.
 * - `live`: events arrive immediately.
 * - `waiting`: the connection was lost; it reconnects automatically.
 * - `closed`: not connected yet, or closed by the page.
 * - `refused`: the server refuses the connection, and a retry would fail as well. `connect` tries again.
 */
export type InboxStatus = "connecting" | "live" | "waiting" | "closed" | "refused";

export interface StatusChange {
  readonly status: InboxStatus;
  /** The reason if it is waiting or refused; null otherwise. */
  readonly error: TidingsError | null;
  /** Milliseconds until the next attempt, if it is waiting. */
  readonly retryIn: number | null;
}

export interface InboxEvents {
  /** Items or count have changed; emitted once per task. */
  change: TidingsInbox;
  /** A notification has arrived; emitted once for each, including those missed while disconnected. */
  notification: InboxItem;
  status: StatusChange;
  /** A background failure. Without a listener, it is logged to the console. */
  error: TidingsError;
}

export interface InboxOptions {
  /** The URL of the server; by default the page's origin. Other origins must be in `http.corsOrigins`. */
  url?: string | URL;
  /**
   * Fetches a user token from your backend, which gets it from `POST /v1/users/{user}/tokens`. Called for the first
   * connection, and whenever the server no longer accepts the last token. Anything but a string means that there is no
   * user, and ends in `refused`; if it throws, it is retried later.
   */
  token: () => string | Promise<string>;
  /** `sse` if proxies block WebSockets. */
  transport?: "websocket" | "sse";
  /** The number of items per page, 1 to 100; by default 20. */
  pageSize?: number;
  /** Exponential backoff with full jitter, in milliseconds: the first delay is up to `base`, later ones up to `max`. */
  retry?: { base?: number; max?: number };
  /** For environments without one, or for tests. */
  WebSocket?: typeof WebSocket;
  fetch?: typeof fetch;
}

/** The live inbox of one user. */
export class TidingsInbox {
  constructor(options: InboxOptions);

  readonly status: InboxStatus;
  /** The last error, until it is live again. */
  readonly error: TidingsError | null;
  /** The loaded notifications that are not archived, newest first. A new array after every change. */
  readonly items: readonly InboxItem[];
  /** The unread count of the server, including notifications that are not loaded. */
  readonly unread: number;
  /** Whether there is a further page for `loadMore`. */
  readonly hasMore: boolean;

  /** Adds a listener; returns a function that removes it. */
  on<E extends keyof InboxEvents>(event: E, listener: (detail: InboxEvents[E]) => void): () => void;

  /** Connects, and reconnects until it is closed or refused. */
  connect(): void;
  /** Closes the connection. Items and count stay; `connect` resumes from there. */
  close(): void;

  /** Appends the next page to `items`. */
  loadMore(): Promise<void>;
  /** Each of these rejects with a {@link TidingsError} if the call fails. */
  markRead(id: string): Promise<void>;
  markUnread(id: string): Promise<void>;
  archive(id: string): Promise<void>;
  unarchive(id: string): Promise<void>;
  /** Returns how many were unread. */
  markAllRead(): Promise<number>;
}

/** Any failure. */
export class TidingsError extends Error {
  /** The HTTP status of the response; 0 if there was none. */
  readonly status: number;
  /** The code of the problem, as listed at /docs/errors; null if there is none. */
  readonly code: string | null;
  /** Milliseconds that the server asks to wait. */
  readonly retryAfter: number | null;
}
