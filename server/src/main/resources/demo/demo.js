import { TidingsInbox } from "/client.js";
import { InboxCard } from "./inbox-card.js";

/** Each has their own way to be told, so that both can be seen at work. */
const USERS = [
  { name: "alice", transport: "websocket" },
  { name: "bob", transport: "sse" },
];

const SAMPLES = [
  { label: "Parcel", title: "Your order is on its way", body: "It should be with you tomorrow before noon." },
  { label: "Comment", title: "Dana replied to your comment", body: "“Agreed, let’s ship it on Thursday.”" },
  { label: "Alert", title: "Payment failed", body: "Your card was declined. Please check it.", priority: "critical" },
];

const KEPT = "tidings-demo-key";
const $ = (selector) => document.querySelector(selector);
const cards = [];

/** The key may come in the fragment, which no browser sends to a server; it is taken off before anyone sees it. */
function takeKeyFromAddress() {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (key) {
    sessionStorage.setItem(KEPT, key);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return key;
}

async function call(method, path, json, headers = {}) {
  const answer = await fetch(path, {
    method,
    headers: {
      Authorization: `Bearer ${sessionStorage.getItem(KEPT)}`,
      ...(json && { "Content-Type": "application/json" }),
      ...headers,
    },
    body: json && JSON.stringify(json),
  });
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    throw new Error([body.title, body.detail].filter(Boolean).join(": ") || `The server answered ${answer.status}`);
  }
  return body;
}

const mint = async (user) => (await call("POST", `/v1/users/${user}/tokens`)).token;

async function start() {
  // Whether the key is good is better asked here than found out by both inboxes.
  const first = await mint(USERS[0].name);
  $("#forget").hidden = false;
  for (const { name, transport } of USERS) {
    let ready = name === USERS[0].name ? first : null;
    const token = async () => {
      const made = ready ?? (await mint(name));
      ready = null;
      return made;
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
  if (sessionStorage.getItem(KEPT)) {
    try {
      return await start();
    } catch (error) {
      sessionStorage.removeItem(KEPT);
      say($("#ask .outcome"), error.message, true);
    }
  }
  $("#ask").showModal();
}

function say(where, text, bad) {
  where.textContent = text;
  where.classList.toggle("bad", bad);
}

$("#ask form").addEventListener("submit", (event) => {
  event.preventDefault();
  sessionStorage.setItem(KEPT, $("#key").value.trim());
  $("#key").value = "";
  $("#ask").close();
  startOrAsk();
});
// There is nothing behind it as long as there is no key.
$("#ask").addEventListener("cancel", (event) => event.preventDefault());

$("#forget").addEventListener("click", () => {
  sessionStorage.removeItem(KEPT);
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
    say(outcome, `Accepted: ${id}`, false);
    form.elements.title.value = "";
    form.elements.body.value = "";
    form.elements.title.focus({ preventScroll: true });
  } catch (error) {
    say(outcome, error.message, true);
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

addEventListener("hashchange", () => takeKeyFromAddress() && location.reload());
takeKeyFromAddress();
startOrAsk();
