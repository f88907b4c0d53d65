package dev.tidings.torture.overload;

import dev.tidings.client.ProblemException;
import dev.tidings.client.TidingsClient;
import dev.tidings.client.TidingsException;
import dev.tidings.client.model.Notification;
import dev.tidings.client.model.Priority;
import dev.tidings.torture.service.ServiceClients;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
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
    private final TidingsClient client;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong wrong = new AtomicLong();
    private long maxKilobytes;
    private long arrived;
    private double routedPerSecond;

    OverloadRun(ServiceProcess service, Duration duration) throws IOException {
        this.service = service;
        this.client = ServiceClients.of(ServiceClients.http(), service, Duration.ofMinutes(1));
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
            List<Notification> batch = new ArrayList<>();
            for (int i = 0; i < LINES; i++) {
                batch.add(Notification.to("u" + next.getAndIncrement() % USERS)
                        .title("Overload")
                        .body("x".repeat(200))
                        .priority(Priority.BULK)
                        .build());
            }
            try {
                client.notifications().sendBatch(batch).forEach(result -> count(result.status(), 1));
            } catch (ProblemException refusal) {
                count(refusal.status(), LINES);
            } catch (TidingsException failed) {
                wrong.addAndGet(LINES);
            }
        }
    }

    private void count(int status, int notifications) {
        (status == 202 ? accepted : status == 429 || status == 503 ? refused : wrong).addAndGet(notifications);
    }

    /** Sums the unread counts of all inboxes until it reaches the number of accepted notifications. */
    private void awaitRouted() throws InterruptedException {
        long end = System.nanoTime() + ROUTED_WITHIN.toNanos();
        do {
            Thread.sleep(1_000);
            arrived = 0;
            for (int user = 0; user < USERS; user++) {
                arrived += client.user("u" + user).unread();
            }
        } while (arrived < accepted() && System.nanoTime() < end);
    }
}
