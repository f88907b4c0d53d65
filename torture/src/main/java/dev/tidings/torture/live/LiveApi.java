package dev.tidings.torture.live;

import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.Notification;
import dev.tidings.client.model.TokenSecret;
import dev.tidings.torture.service.ServiceClients;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The calls of the live runs besides the live connections: sends notifications as the tenant, reads inboxes and marks as its users. */
final class LiveApi {
    private static final ExecutorService TICKETS = Executors.newFixedThreadPool(8, work -> {
        Thread thread = new Thread(work, "tickets");
        thread.setDaemon(true);
        return thread;
    });

    private final TidingsClient client;
    private final InetSocketAddress address;

    LiveApi(HttpClient http, ServiceProcess service) throws IOException {
        client = ServiceClients.of(http, service);
        address = new InetSocketAddress(service.url().getHost(), service.url().getPort());
    }

    InetSocketAddress address() {
        return address;
    }

    TokenSigner tokens() {
        TokenSecret secret = client.access().addTokenSecret();
        return new TokenSigner(secret.kid(), Base64.getUrlDecoder().decode(secret.secret()));
    }

    /** Sends a notification and returns its id. */
    String send(Notification notification) {
        return client.notifications().send(notification).id();
    }

    void markRead(String token, String id) {
        client.withToken(token).me().markRead(id);
    }

    void markAllRead(String token) {
        client.withToken(token).me().markAllRead();
    }

    long unread(String token) {
        return client.withToken(token).me().unread();
    }

    /** The inbox of a user: notification ids, and whether each is read. */
    Map<String, Boolean> inbox(String token) {
        Map<String, Boolean> items = new HashMap<>();
        client.withToken(token).me().inbox().forEach(item -> items.put(item.id(), item.readAt() != null));
        return items;
    }

    String state(String user, String id) {
        return ServiceClients.state(client, user, id);
    }

    /** Requests a connection ticket, valid once for half a minute. */
    CompletableFuture<String> ticket(String token) {
        return CompletableFuture.supplyAsync(
                () -> client.withToken(token).me().ticket().ticket(), TICKETS);
    }
}
