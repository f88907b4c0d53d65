package dev.tidings.torture.crash;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.Notification;
import dev.tidings.torture.service.ServiceClients;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The calls of the crash run: sends notifications, marks them as read, and reads inboxes as any client would. */
final class CrashApi {
    private final TidingsClient client;

    /** An item of an inbox. */
    record InboxEntry(String id, String nonce, boolean read) {}

    CrashApi(ServiceProcess service) throws IOException {
        client = ServiceClients.of(ServiceClients.http(), service);
    }

    /** Sends the request and returns the id of the accepted notification. */
    String send(SentRequest sent) {
        Notification notification = Notification.to(sent.user())
                .title("Torture")
                .data(Map.of("nonce", sent.nonce()))
                .delay(sent.delay().orElse(null))
                .idempotencyKey(sent.idempotent() ? sent.nonce() : null)
                .build();
        return client.notifications().send(notification).id();
    }

    void markRead(String user, String id) {
        client.user(user).markRead(id);
    }

    long unread(String user) {
        return client.user(user).unread();
    }

    List<InboxEntry> inbox(String user) {
        return client.user(user).inbox().stream()
                .map(item -> new InboxEntry(item.id(), item.data().path("nonce").asText(), item.readAt() != null))
                .toList();
    }

    /** Takes a backup and returns its folder. */
    Path backup(String name) throws InterruptedException {
        JsonNode status = client.call("POST", "/v1/backups", Map.of("name", name), Map.of());
        while (status.path("state").asText().equals("running")) {
            Thread.sleep(20);
            status = client.call("GET", "/v1/backups/" + name, null, Map.of());
        }
        if (!status.path("state").asText().equals("complete")) {
            throw new IllegalStateException("the backup failed: " + status);
        }
        return Path.of(status.path("folder").asText());
    }

    /** The state of the in-app delivery. */
    String state(String user, String id) {
        return ServiceClients.state(client, user, id);
    }
}
