const UNDO = 8_000;
const MINUTE = 60_000;
const TRANSPORTS = { websocket: "WebSocket", sse: "event stream" };
const ago = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "narrow" });

/** The inbox of one user on the page. Data of the server is only ever shown as text. */
export class InboxCard {
  #name;
  #transport;
  #inbox;
  #changed;
  #rows = new Map();
  #listed = false;
  #undo = 0;
  #countdown = 0;

  constructor({ name, transport }, inbox, changed) {
    this.#name = name;
    this.#transport = TRANSPORTS[transport];
    this.#inbox = inbox;
    this.#changed = changed;
    this.element = document.querySelector("#inbox-template").content.firstElementChild.cloneNode(true);
    const shown = name[0].toUpperCase() + name.slice(1);
    this.element.classList.add(name);
    this.element.setAttribute("aria-label", `Inbox of ${shown}`);
    this.#find("h2").textContent = shown;
    this.#find(".avatar").textContent = shown[0];
    this.#find(".read-all").addEventListener("click", () => this.#do(inbox.markAllRead()));
    this.#find(".more").addEventListener("click", () => this.#do(inbox.loadMore()));
    this.#find(".again").addEventListener("click", () => inbox.connect());
    inbox.on("change", () => this.#render());
    inbox.on("notification", (item) => this.#ring(item));
    inbox.on("status", (change) => this.#showStatus(change));
    inbox.on("error", (error) => this.#showTrouble(error));
    inbox.connect();
    setInterval(() => this.#rows.forEach((row) => showTime(row)), MINUTE / 2);
    this.#render();
  }

  get unread() {
    return this.#inbox.unread;
  }

  #find(selector) {
    return this.element.querySelector(selector);
  }

  /** Shows a failure until a later action succeeds. */
  async #do(action) {
    try {
      await action;
      this.#find(".trouble").hidden = this.#inbox.status === "live";
    } catch (error) {
      this.#showTrouble(error);
    }
  }

  #showTrouble(error) {
    this.#find(".trouble").textContent = error.message;
    this.#find(".trouble").hidden = false;
  }

  #showStatus({ status, retryIn }) {
    clearInterval(this.#countdown);
    this.element.dataset.status = status;
    this.#find(".again").hidden = status !== "refused";
    this.#find(".status .text").textContent = {
      connecting: "Connecting…",
      live: `Live · ${this.#transport}`,
      waiting: "Reconnecting",
      refused: "Refused",
      closed: "Closed",
    }[status];
    this.#find(".status .soon").textContent = "";
    if (status === "waiting") {
      this.#countDown(Date.now() + retryIn);
    }
    if (status === "live") {
      this.#listed = true;
      this.#find(".trouble").hidden = true;
      this.#render();
    }
  }

  /** Hidden from screen readers, which would announce every second. */
  #countDown(until) {
    const show = () => {
      const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1000));
      this.#find(".status .soon").textContent = `in ${seconds} s`;
    };
    show();
    this.#countdown = setInterval(show, 1000);
  }

  #ring(item) {
    const bell = this.#find(".bell");
    bell.classList.remove("rings");
    // Forces a reflow, so that the animation restarts.
    void bell.offsetWidth;
    bell.classList.add("rings");
    this.#find(".heard").textContent = `New for ${this.#name}: ${item.title ?? item.body ?? "a notification"}`;
  }

  #render() {
    const { items, unread, hasMore } = this.#inbox;
    const bell = this.#find(".bell");
    bell.classList.toggle("unread", unread > 0);
    bell.setAttribute("aria-label", `${unread} unread`);
    this.#find(".badge").hidden = unread === 0;
    this.#find(".badge").textContent = unread > 99 ? "99+" : String(unread);
    this.#find(".read-all").disabled = unread === 0;
    this.#find(".more").hidden = !hasMore;
    this.#find(".empty").hidden = !this.#listed || items.length > 0;
    this.#renderItems(items);
    this.#changed();
  }

  /** Rows are kept as long as their items, so that updates do not lose the focus. */
  #renderItems(items) {
    const list = this.#find(".items");
    const listed = new Set(items.map((item) => item.id));
    for (const [id, row] of this.#rows) {
      if (!listed.has(id)) {
        if (row.contains(document.activeElement)) {
          (row.nextElementSibling ?? row.previousElementSibling)?.focus();
        }
        row.remove();
        this.#rows.delete(id);
      }
    }
    items.forEach((item, index) => {
      let row = this.#rows.get(item.id);
      if (!row) {
        row = this.#newRow(item);
        this.#rows.set(item.id, row);
      }
      showRead(row, item);
      if (list.children[index] !== row) {
        list.insertBefore(row, list.children[index] ?? null);
      }
    });
  }

  #newRow(item) {
    const row = document.querySelector("#item-template").content.firstElementChild.cloneNode(true);
    row.dataset.id = item.id;
    row.dataset.at = item.at;
    row.classList.toggle("arrives", this.#listed);
    row.querySelector("h3").textContent = item.title ?? item.type;
    row.querySelector(".body").textContent = item.body ?? "";
    row.querySelector(".body").hidden = !item.body;
    if (item.priority === "critical" || item.priority === "high") {
      const priority = row.querySelector(".priority");
      priority.textContent = item.priority;
      priority.classList.add(item.priority);
      priority.hidden = false;
    }
    if (/^https?:\/\//i.test(item.deepLink ?? "")) {
      row.querySelector(".link").href = item.deepLink;
      row.querySelector(".link").hidden = false;
    }
    row.querySelector(".toggle").addEventListener("click", () =>
      this.#do(row.classList.contains("is-unread") ? this.#inbox.markRead(item.id) : this.#inbox.markUnread(item.id)),
    );
    row.querySelector(".archive").addEventListener("click", () => this.#archive(item));
    showTime(row);
    return row;
  }

  async #archive(item) {
    await this.#do(this.#inbox.archive(item.id).then(() => this.#offerUndo(item)));
  }

  #offerUndo(item) {
    const bar = this.#find(".undo");
    bar.querySelector(".text").textContent = `Archived: ${item.title ?? item.type}`;
    bar.querySelector("button").onclick = () => {
      bar.hidden = true;
      this.#do(this.#inbox.unarchive(item.id));
    };
    bar.hidden = false;
    clearTimeout(this.#undo);
    this.#undo = setTimeout(() => (bar.hidden = true), UNDO);
  }
}

function showRead(row, item) {
  const unread = item.readAt === null;
  row.classList.toggle("is-unread", unread);
  const dot = row.querySelector(".dot");
  dot.setAttribute("aria-label", unread ? "Unread" : "Read");
  row.querySelector(".toggle").textContent = unread ? "Mark as read" : "Mark as unread";
}

function showTime(row) {
  const time = row.querySelector("time");
  const at = new Date(row.dataset.at);
  const minutes = Math.round((at - Date.now()) / MINUTE);
  time.dateTime = row.dataset.at;
  time.title = at.toLocaleString();
  if (minutes > -1) {
    time.textContent = "now";
  } else if (minutes > -60) {
    time.textContent = ago.format(minutes, "minute");
  } else if (minutes > -24 * 60) {
    time.textContent = ago.format(Math.round(minutes / 60), "hour");
  } else {
    time.textContent = at.toLocaleDateString(undefined, { day: "numeric", month: "short" });
  }
}
