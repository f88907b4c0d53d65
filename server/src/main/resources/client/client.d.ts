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
 * - `connecting`: an attempt is under way, or the list is being fetched.
 * - `live`: what happens arrives at once.
 * - `waiting`: the connection was lost; there will be another attempt by itself.
 * - `closed`: not connected yet, or closed by the page.
 * - `refused`: the server does not want it, and another attempt would be refused as well. `connect` tries again.
 */
export type InboxStatus = "connecting" | "live" | "waiting" | "closed" | "refused";

export interface StatusChange {
  readonly status: InboxStatus;
  /** Why it is waiting or refused; null otherwise. */
  readonly error: TidingsError | null;
  /** Milliseconds until the next attempt, if it is waiting. */
  readonly retryIn: number | null;
}

export interface InboxEvents {
  /** Items or count have changed; told once for all that changes in one go. */
  change: TidingsInbox;
  /** A notification has arrived: each once, also if it was missed while the connection was lost. */
  notification: InboxItem;
  status: StatusChange;
  /** Something went wrong in the background. If nobody listens, it goes to the console. */
  error: TidingsError;
}

export interface InboxOptions {
  /** Where Tidings is; the page's own origin unless said. Other origins have to be in `http.corsOrigins`. */
  url?: string | URL;
  /**
   * Gets a user token from your backend, which has it from `POST /v1/users/{user}/tokens`. Called for the first
   * connection, and again whenever the server does not take the last one any more. Anything but text means that there
   * is no user, and ends in `refused`; if it throws, there will be another attempt later.
   */
  token: () => string | Promise<string>;
  /** `sse` where proxies let no WebSocket through. */
  transport?: "websocket" | "sse";
  /** How many items a page has, 1 to 100; 20 unless said. */
  pageSize?: number;
  /** Milliseconds: attempts are a random time apart, at first up to `base`, then twice as long each time, up to `max`. */
  retry?: { base?: number; max?: number };
  /** For where there is none, or for tests. */
  WebSocket?: typeof WebSocket;
  fetch?: typeof fetch;
}

/** The inbox of one user, always up to date. */
export class TidingsInbox {
  constructor(options: InboxOptions);

  readonly status: InboxStatus;
  /** What went wrong last, until it is live again. */
  readonly error: TidingsError | null;
  /** What is not archived, newest first, as far as it has been loaded. A new array after every change. */
  readonly items: readonly InboxItem[];
  /** How many are unread, counted by the server, also of those that have not been loaded. */
  readonly unread: number;
  /** Whether `loadMore` would find something. */
  readonly hasMore: boolean;

  /** Returns a function that stops listening. */
  on<E extends keyof InboxEvents>(event: E, listener: (detail: InboxEvents[E]) => void): () => void;

  /** Goes live, and stays so until it is closed or refused. */
  connect(): void;
  /** Ends the connection. Items and count stay; `connect` takes it up where it ended. */
  close(): void;

  /** Loads the next page to the end of `items`. */
  loadMore(): Promise<void>;
  /** Each of these rejects with a {@link TidingsError} if the server could not do it. */
  markRead(id: string): Promise<void>;
  markUnread(id: string): Promise<void>;
  archive(id: string): Promise<void>;
  unarchive(id: string): Promise<void>;
  /** Says how many were unread. */
  markAllRead(): Promise<number>;
}

/** Anything that went wrong. */
export class TidingsError extends Error {
  /** The HTTP status of the server's answer; 0 if there was none. */
  readonly status: number;
  /** The code of the problem, as listed at /docs/errors; null if there is none. */
  readonly code: string | null;
  /** Milliseconds that the server asks to wait. */
  readonly retryAfter: number | null;
}
