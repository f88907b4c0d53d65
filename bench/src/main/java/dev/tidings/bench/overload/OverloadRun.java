package dev.tidings.bench.overload;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.bench.service.ServiceProcess;
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
 * Sends in batches, from many clients at once and without a pause, which is accepted many times faster than it can be routed. The
 * service has to refuse what it can't keep, stay within its memory, and deliver all that it accepted, each once.
 */
final class OverloadRun {
    private static final int CLIENTS = 16;
    private static final int LINES = 500;
    private static final int USERS = 200;
    private static final Duration ROUTED_WITHIN = Duration.ofMinutes(10);

    private final ServiceProcess service;
    private final Duration howLong;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ObjectMapper json = new ObjectMapper();
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong wrong = new AtomicLong();
    private long mostKilobytes;
    private long arrived;
    private double routedPerSecond;

    OverloadRun(ServiceProcess service, Duration howLong) {
        this.service = service;
        this.howLong = howLong;
    }

    long offered() {
        return next.get();
    }

    long accepted() {
        return accepted.get();
    }

    /** Answered with 429 or 503. */
    long refused() {
        return refused.get();
    }

    /** Answered with anything else, or not at all. */
    long wrong() {
        return wrong.get();
    }

    long arrived() {
        return arrived;
    }

    long mostMegabytes() {
        return mostKilobytes / 1024;
    }

    /** How many times as many as it could route in that time. */
    double timesTooMany() {
        return offered() / (routedPerSecond * howLong.toSeconds());
    }

    void run() throws IOException, InterruptedException {
        long start = System.nanoTime();
        long end = start + howLong.toNanos();
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            Thread client = new Thread(() -> sendUntil(end), "client-" + i);
            clients.add(client);
            client.start();
        }
        while (System.nanoTime() < end) {
            Thread.sleep(200);
            mostKilobytes = Math.max(mostKilobytes, service.residentKilobytes());
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

    /** The sum of the unread counts, which are taken from the inboxes; waits until it stops short of nothing accepted. */
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
