package dev.tidings.torture.overload;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends batches from many concurrent clients without a pause, much faster than the service can route. The service must refuse the excess,
 * stay within its memory limit, and deliver everything it accepted exactly once.
 */
final class OverloadRun {
    private static final int CLIENTS = 16;
    private static final int LINES = 500;
    private static final int USERS = 200;
    private static final Duration ROUTED_WITHIN = Duration.ofMinutes(10);

    private final ServiceProcess service;
    private final Duration duration;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ObjectMapper json = new ObjectMapper();
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong wrong = new AtomicLong();
    private long maxKilobytes;
    private long arrived;
    private double routedPerSecond;

    OverloadRun(ServiceProcess service, Duration duration) {
        this.service = service;
        this.duration = duration;
    }

    long offered() {
        return next.get();
    }

    long accepted() {
        return accepted.get();
    }

    /** Notifications refused with 429 or 503. */
    long refused() {
        return refused.get();
    }

    /** Notifications with any other answer, or none. */
    long unexpected() {
        return wrong.get();
    }

    long arrived() {
        return arrived;
    }

    long maxMegabytes() {
        return maxKilobytes / 1024;
    }

    /** The offered load as a multiple of the routing rate. */
    double overloadFactor() {
        return offered() / (routedPerSecond * duration.toSeconds());
    }

    void run() throws IOException, InterruptedException {
        long start = System.nanoTime();
        long end = start + duration.toNanos();
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            Thread client = new Thread(() -> sendUntil(end), "client-" + i);
            clients.add(client);
            client.start();
        }
        while (System.nanoTime() < end) {
            Thread.sleep(200);
            maxKilobytes = Math.max(maxKilobytes, service.residentKilobytes());
        }
        for (Thread client : clients) {
            client.join();
        }
        awaitRouted();
        routedPerSecond = accepted() / ((System.nanoTime() - start) / 1e9);
    }

    private void sendUntil(long end) {
        while (System.nanoTime() < end) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < LINES; i++) {
                long n = next.getAndIncrement();
                lines.append("{\"to\":{\"user\":\"u")
                        .append(n % USERS)
                        .append("\"},\"title\":\"Overload\",\"body\":\"")
                        .append("x".repeat(200))
                        .append("\",\"priority\":\"bulk\"}\n");
            }
            try {
                count(send(lines.toString()));
            } catch (IOException e) {
                wrong.addAndGet(LINES);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private HttpResponse<String> send(String lines) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(service.url().resolve("/v1/notifications/batch"))
                        .timeout(Duration.ofMinutes(1))
                        .header("Authorization", "Bearer " + service.key())
                        .header("Content-Type", "application/x-ndjson")
                        .POST(BodyPublishers.ofByteArray(lines.getBytes(UTF_8)))
                        .build(),
                BodyHandlers.ofString());
    }

    private void count(HttpResponse<String> response) throws IOException {
        if (response.statusCode() == 429 || response.statusCode() == 503) {
            refused.addAndGet(LINES);
            return;
        }
        if (response.statusCode() != 200) {
            wrong.addAndGet(LINES);
            return;
        }
        for (String line : response.body().split("\n")) {
            int status = json.readTree(line).path("status").asInt();
            (status == 202 ? accepted : status == 429 || status == 503 ? refused : wrong).incrementAndGet();
        }
    }

    /** Sums the unread counts of all inboxes until it reaches the number of accepted notifications. */
    private void awaitRouted() throws IOException, InterruptedException {
        long end = System.nanoTime() + ROUTED_WITHIN.toNanos();
        do {
            Thread.sleep(1_000);
            arrived = 0;
            for (int user = 0; user < USERS; user++) {
                arrived += unread("u" + user);
            }
        } while (arrived < accepted() && System.nanoTime() < end);
    }

    private long unread(String user) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(service.url().resolve("/v1/users/" + user + "/unread"))
                        .header("Authorization", "Bearer " + service.key())
                        .build(),
                BodyHandlers.ofString());
        JsonNode answer = json.readTree(response.body());
        return answer.path("unread").asLong();
    }
}
