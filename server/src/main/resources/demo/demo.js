import { TidingsInbox } from "/client.js";
import { InboxCard } from "./inbox-card.js";

/** One user per transport, to demonstrate both. */
const USERS = [
  { name: "alice", transport: "websocket" },
  { name: "bob", transport: "sse" },
];

const SAMPLES = [
  { label: "Parcel", title: "Your order is on its way", body: "It should be with you tomorrow before noon." },
  { label: "Comment", title: "Dana replied to your comment", body: "“Agreed, let’s ship it on Thursday.”" },
  { label: "Alert", title: "Payment failed", body: "Your card was declined. Please check it.", priority: "critical" },
];

const STORAGE_KEY = "tidings-demo-key";
const $ = (selector) => document.querySelector(selector);
const cards = [];

/** The key may be in the fragment, which browsers do not send to the server; it is removed from the address bar. */
function takeKeyFromUrl() {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (key) {
    sessionStorage.setItem(STORAGE_KEY, key);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return key;
}

async function call(method, path, json, headers = {}) {
  const answer = await fetch(path, {
    method,
    headers: {
      Authorization: `Bearer ${sessionStorage.getItem(STORAGE_KEY)}`,
      ...(json && { "Content-Type": "application/json" }),
      ...headers,
    },
    body: json && JSON.stringify(json),
  });
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    throw new Error([body.title, body.detail].filter(Boolean).join(": ") || `The server responded with ${answer.status}`);
  }
  return body;
}

const mint = async (user) => (await call("POST", `/v1/users/${user}/tokens`)).token;

async function start() {
  // Checks the key once, instead of in both inboxes.
  const first = await mint(USERS[0].name);
  $("#forget").hidden = false;
  for (const { name, transport } of USERS) {
    let ready = name === USERS[0].name ? first : null;
    const token = async () => {
      const minted = ready ?? (await mint(name));
      ready = null;
      return minted;
    };
    const card = new InboxCard({ name, transport }, new TidingsInbox({ token, transport }), showTotal);
    $("#inboxes").append(card.element);
    cards.push(card);
  }
}

function showTotal() {
  const unread = cards.reduce((sum, card) => sum + card.unread, 0);
  document.title = unread > 0 ? `(${unread}) Tidings demo` : "Tidings demo";
}

async function startOrAsk() {
  if (sessionStorage.getItem(STORAGE_KEY)) {
    try {
      return await start();
    } catch (error) {
      sessionStorage.removeItem(STORAGE_KEY);
      showOutcome($("#ask .outcome"), error.message, true);
    }
  }
  $("#ask").showModal();
}

function showOutcome(element, text, bad) {
  element.textContent = text;
  element.classList.toggle("bad", bad);
}

$("#ask form").addEventListener("submit", (event) => {
  event.preventDefault();
  sessionStorage.setItem(STORAGE_KEY, $("#key").value.trim());
  $("#key").value = "";
  $("#ask").close();
  startOrAsk();
});
// Without a key the page has no content, so the dialog must stay open.
$("#ask").addEventListener("cancel", (event) => event.preventDefault());

$("#forget").addEventListener("click", () => {
  sessionStorage.removeItem(STORAGE_KEY);
  location.reload();
});

$("#send").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const fields = new FormData(form);
  const to = fields.get("to");
  const channels = fields.getAll("channel");
  const body = fields.get("body").trim();
  const button = form.querySelector(".primary");
  const outcome = form.querySelector(".outcome");
  button.disabled = true;
  try {
    const { id } = await call(
      "POST",
      "/v1/notifications",
      {
        to: to === "both" ? { users: USERS.map((user) => user.name) } : { user: to },
        title: fields.get("title"),
        priority: fields.get("priority"),
        ...(body && { body }),
        ...(channels.length > 0 && { channels }),
      },
      { "Idempotency-Key": crypto.randomUUID?.() ?? String(Math.random()) },
    );
    showOutcome(outcome, `Accepted: ${id}`, false);
    form.elements.title.value = "";
    form.elements.body.value = "";
    form.elements.title.focus({ preventScroll: true });
  } catch (error) {
    showOutcome(outcome, error.message, true);
  } finally {
    button.disabled = false;
  }
});

for (const sample of SAMPLES) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = sample.label;
  button.addEventListener("click", () => {
    const { title, body, priority } = $("#send").elements;
    title.value = sample.title;
    body.value = sample.body;
    priority.value = sample.priority ?? "normal";
  });
  $(".samples").append(button);
}

addEventListener("hashchange", () => takeKeyFromUrl() && location.reload());
takeKeyFromUrl();
startOrAsk();
