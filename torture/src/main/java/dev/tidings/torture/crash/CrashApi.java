package dev.tidings.torture.crash;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.torture.service.ServiceClient;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The HTTP calls of the crash run: sends notifications, marks them as read, and reads inboxes as any client would. */
final class CrashApi {
    private final ServiceClient calls;

    /** An item of an inbox. */
    record InboxEntry(String id, String nonce, boolean read) {}

    CrashApi(ServiceProcess service) throws IOException {
        calls = new ServiceClient(ServiceClient.client(), service);
    }

    /** Sends the request and returns the id of the accepted notification. */
    String send(SentRequest sent) throws IOException, InterruptedException {
        HttpRequest.Builder request = calls.post(
                "/v1/notifications",
                "application/json",
                "{\"to\":{\"user\":\"" + sent.user() + "\"},\"title\":\"Torture\"," + "\"data\":{\"nonce\":\""
                        + sent.nonce() + "\"}}");
        if (sent.idempotent()) {
            request.header("Idempotency-Key", sent.nonce());
        }
        return calls.send(request);
    }

    void markRead(String user, String id) throws IOException, InterruptedException {
        calls.call(calls.request("/v1/users/" + user + "/inbox/" + id + "/read").POST(BodyPublishers.noBody()), 204);
    }

    long unread(String user) throws IOException, InterruptedException {
        return calls.unread(user);
    }

    List<InboxEntry> inbox(String user) throws IOException, InterruptedException {
        List<InboxEntry> items = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        do {
            String path = "/v1/users/" + user + "/inbox?limit=100"
                    + cursor.map(text -> "&cursor=" + text).orElse("");
            JsonNode page = calls.get(path);
            for (JsonNode item : page.path("items")) {
                items.add(new InboxEntry(
                        item.path("id").asText(),
                        item.path("data").path("nonce").asText(),
                        item.path("readAt").isTextual()));
            }
            cursor = Optional.ofNullable(page.path("next").textValue());
        } while (cursor.isPresent());
        return items;
    }

    /** The state of the in-app delivery. */
    String state(String user, String id) throws IOException, InterruptedException {
        return calls.state(user, id);
    }
}
