// Sends and reads notifications with the generated TypeScript client. Run by dev/clients with the address of a server and an API key.
import { BatchLine, BatchResult, Configuration, InboxApi, InboxItem, NotificationsApi } from "./index";

const user = "generated-typescript";
const maxTries = 100;

function expect(fulfilled: boolean, what: string): void {
  if (!fulfilled) {
    throw new Error("expected " + what);
  }
}

async function main(basePath: string, accessToken: string): Promise<void> {
  const configuration = new Configuration({ basePath, accessToken });
  const notifications = new NotificationsApi(configuration);

  await notifications.sendNotification({ sendRequest: { to: { user }, title: "one" }, idempotencyKey: "generated-typescript-1" });

  const lines: BatchLine[] = [{ to: { user }, title: "two" }, { to: { user }, title: "three" }];
  const body = lines.map((line) => JSON.stringify(line) + "\n").join("");
  const answers = (await (await notifications.sendBatch({ body })).text()).trim().split("\n");
  const results: BatchResult[] = answers.map((answer) => JSON.parse(answer));
  expect(results.length === 2 && results.every((result) => result.status === 202 && !!result.id), "two results: " + answers);

  let items: InboxItem[] = [];
  for (let tries = 0; items.length < 3; tries++) {
    expect(tries < maxTries, "three notifications in the inbox");
    await new Promise((resolve) => setTimeout(resolve, 100));
    items = (await new InboxApi(configuration).listUserInbox({ user, filter: "unread", limit: 10 })).items;
  }
  const titles = items.map((item) => item.title).sort();
  expect(titles.join() === "one,three,two", titles.join());
  console.log("typescript:", titles);
}

main(process.argv[2], process.argv[3]).catch((failure) => {
  console.error(failure);
  process.exit(1);
});
