package dev.tidings.torture.live;

import dev.tidings.client.ConnectionException;
import dev.tidings.client.ProblemException;
import dev.tidings.client.TidingsException;
import dev.tidings.client.model.Notification;
import dev.tidings.client.model.Priority;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends notifications of all priorities, immediate and delayed, to one and to many users, and marks seen ones as read, until it is stopped.
 */
final class LiveLoad {
    private static final int SENDERS = 4;
    private static final int READERS = 2;
    private static final int MAX_DELAY_SECONDS = 3;
    private static final List<Priority> PRIORITIES =
            List.of(Priority.CRITICAL, Priority.HIGH, Priority.NORMAL, Priority.BULK);

    private final DeviceFleet crowd;
    private final int perSecond;
    private final long seed;
    private final Map<String, Set<String>> acked = new ConcurrentHashMap<>();
    private final Set<String> read = ConcurrentHashMap.newKeySet();
    private final List<Thread> senders = new ArrayList<>();
    private final List<Thread> readers = new ArrayList<>();
    private volatile boolean stopping;
    private volatile boolean draining;
    private volatile RuntimeException failure;

    LiveLoad(DeviceFleet crowd, int perSecond, long seed) {
        this.crowd = crowd;
        this.perSecond = perSecond;
        this.seed = seed;
    }

    /** Begins with a backlog of bulk notifications, which all others overtake. */
    LiveLoad start(int lists) {
        senders.add(thread(() -> sendLists(lists)));
        for (int i = 0; i < SENDERS; i++) {
            Random random = new Random(seed + i);
            senders.add(thread(() -> sendContinuously(random)));
        }
        for (int i = 0; i < READERS; i++) {
            readers.add(thread(this::readContinuously));
        }
        return this;
    }

    private Thread thread(Runnable work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (RuntimeException e) {
                        failure = e;
                    }
                },
                "live-load");
        thread.start();
        return thread;
    }

    /** Stops sending, and waits for the delayed notifications and the outstanding read marks. */
    void stop() throws InterruptedException {
        stopping = true;
        for (Thread sender : senders) {
            sender.join();
        }
        TimeUnit.SECONDS.sleep(MAX_DELAY_SECONDS + 1);
        draining = true;
        for (Thread reader : readers) {
            reader.join();
        }
        if (failure != null) {
            throw failure;
        }
    }

    Set<String> ackedFor(String user) {
        return acked.getOrDefault(user, Set.of());
    }

    /** Accepted notifications, counted once per recipient. */
    long size() {
        return acked.values().stream().mapToLong(Set::size).sum();
    }

    long reads() {
        return read.size();
    }

    /** Sends bulk notifications to all users. */
    private void sendLists(int lists) {
        for (int sent = 0; sent < lists && !stopping; ) {
            try {
                send(crowd.users(), Priority.BULK, null);
                sent++;
            } catch (TidingsException gone) {
                // The service is restarting.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            }
        }
    }

    private void sendContinuously(Random random) {
        List<String> users = crowd.users();
        long next = System.nanoTime();
        while (!stopping) {
            next += TimeUnit.SECONDS.toNanos(SENDERS) / perSecond;
            try {
                TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
                Priority priority = PRIORITIES.get(random.nextInt(PRIORITIES.size()));
                Duration delay =
                        random.nextInt(6) == 0 ? Duration.ofSeconds(1 + random.nextInt(MAX_DELAY_SECONDS)) : null;
                send(some(users, random), priority, delay);
            } catch (ProblemException refused) {
                if (!isTemporary(refused)) {
                    throw new IllegalStateException("unexpected answer", refused);
                }
            } catch (ConnectionException gone) {
                // The outcome is unknown: if it was accepted, it is in the inbox and must be seen.
                next = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Usually one user, now and then a list. */
    private static List<String> some(List<String> users, Random random) {
        if (random.nextInt(20) > 0) {
            return List.of(users.get(random.nextInt(users.size())));
        }
        List<String> shuffled = new ArrayList<>(users);
        Collections.shuffle(shuffled, random);
        return shuffled.subList(0, Math.min(users.size(), 2 + random.nextInt(50)));
    }

    private static boolean isTemporary(ProblemException refused) {
        return refused.status() == 429 || refused.status() == 503;
    }

    private void send(List<String> to, Priority priority, Duration delay) {
        String id = crowd.calls()
                .send(Notification.to(to)
                        .title("Torture")
                        .priority(priority)
                        .delay(delay)
                        .build());
        to.forEach(user -> acked.computeIfAbsent(user, key -> ConcurrentHashMap.newKeySet())
                .add(id));
    }

    private void readContinuously() {
        try {
            while (true) {
                DeviceFleet.SeenNotification seen = crowd.toRead().poll(100, TimeUnit.MILLISECONDS);
                if (seen != null && read.add(seen.user() + " " + seen.notification())) {
                    read(seen);
                } else if (seen == null && draining) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Retries until it is answered. */
    private void read(DeviceFleet.SeenNotification seen) throws InterruptedException {
        while (true) {
            try {
                crowd.calls().markRead(seen.token(), seen.notification());
                return;
            } catch (ProblemException refused) {
                if (!isTemporary(refused)) {
                    throw new IllegalStateException("unexpected answer to reading " + seen.notification(), refused);
                }
            } catch (ConnectionException gone) {
                // The service is restarting.
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }
}
