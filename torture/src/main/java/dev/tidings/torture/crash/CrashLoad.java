package dev.tidings.torture.crash;

import dev.tidings.client.ConnectionException;
import dev.tidings.client.ProblemException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Concurrent clients that send, retry and mark as read until the service is killed. */
final class CrashLoad {
    private static final int CLIENTS = 16;

    private final CrashApi api;
    private final AckLedger ledger;
    private final List<String> users;
    private final String prefix;
    private final Optional<Duration> delay;
    private final AtomicLong count = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopping;
    private volatile RuntimeException failure;

    /** @param delay of a quarter of the notifications, which are then scheduled */
    CrashLoad(CrashApi api, AckLedger ledger, List<String> users, String prefix, Optional<Duration> delay) {
        this.delay = delay;
        this.api = api;
        this.ledger = ledger;
        this.users = users;
        this.prefix = prefix;
    }

    CrashLoad start() {
        for (int i = 0; i < CLIENTS; i++) {
            Thread thread = new Thread(this::run, "client-" + i);
            threads.add(thread);
            thread.start();
        }
        return this;
    }

    /** Waits until every client has noticed that the service was killed. */
    void await() throws InterruptedException {
        stopping = true;
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void run() {
        try {
            while (!stopping) {
                Random random = ThreadLocalRandom.current();
                String user = users.get(random.nextInt(users.size()));
                SentRequest sent = new SentRequest(
                        user,
                        prefix + count.incrementAndGet(),
                        random.nextBoolean(),
                        delay.filter(any -> random.nextInt(4) == 0));
                String id = send(sent);
                if (id != null && sent.idempotent() && random.nextInt(4) == 0) {
                    send(sent);
                }
                if (id != null && random.nextInt(4) == 0) {
                    markRead(user, id);
                }
            }
        } catch (ConnectionException gone) {
            // The service was killed, as expected.
        } catch (IOException e) {
            failure = new UncheckedIOException("the ledger can't be written", e);
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    /** Returns null if the service refused the request temporarily. */
    private String send(SentRequest sent) throws IOException {
        try {
            String id = api.send(sent);
            ledger.acked(sent, id);
            return id;
        } catch (ProblemException refused) {
            if (refused.status() != 409 && refused.status() != 429 && refused.status() != 503) {
                throw new IllegalStateException("unexpected answer to " + sent, refused);
            }
            return null;
        } catch (ConnectionException gone) {
            ledger.uncertain(sent);
            throw gone;
        }
    }

    private void markRead(String user, String id) throws IOException {
        try {
            api.markRead(user, id);
            ledger.read(user, id);
        } catch (ProblemException notThereYet) {
            if (notThereYet.status() != 404 && notThereYet.status() != 503) {
                throw new IllegalStateException("unexpected answer to reading " + id, notThereYet);
            }
        }
    }
}
