package dev.tidings.torture.live;

import dev.tidings.client.Retries;
import dev.tidings.client.TidingsClient;
import dev.tidings.client.TidingsException;
import dev.tidings.client.model.InboxItem;
import dev.tidings.client.model.Notification;
import dev.tidings.server.cli.Main;
import dev.tidings.torture.RunFindings;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Kills the service repeatedly while the Java client sends notifications and follows live streams. Every send is one notification, and
 * every stream sees all notifications of its user once and in order.
 */
final class ClientRun {
    private static final List<String> JVM = List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    private static final Duration SEEN_WITHIN = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(10);
    /** Shorter than the delays of the streams, so that much is sent before they are back. */
    private static final Retries RETRIES =
            new Retries(Duration.ofMinutes(5), Duration.ofMillis(10), Duration.ofMillis(100));

    private final Path folder;
    private final ClientRunSize size;
    private final boolean forgetful;
    private final Random random;
    private final RunFindings findings = new RunFindings(
            "live",
            "client",
            LiveViolations.GAP,
            LiveViolations.REPEATED,
            LiveViolations.DISORDERED,
            LiveViolations.DUPLICATED,
            LiveViolations.RELOADED,
            LiveViolations.NOT_RESUMED,
            LiveViolations.UNEXPECTED);
    private final Map<String, Set<String>> accepted = new ConcurrentHashMap<>();
    /** The number of the current senders. */
    private volatile int generation;

    /** The size of a client run. */
    record ClientRunSize(int users, int kills) {
        static final ClientRunSize FULL = new ClientRunSize(10, 20);
        static final ClientRunSize QUICK = new ClientRunSize(5, 4);
    }

    /** @param forgetful breaks the client on purpose: its streams do not resume, so that the run must find gaps */
    ClientRun(Path folder, ClientRunSize size, boolean forgetful, Random random) {
        this.folder = folder;
        this.size = size;
        this.forgetful = forgetful;
        this.random = random;
    }

    RunFindings run() throws IOException, InterruptedException {
        ServiceProcess service = start();
        List<StreamWatcher> watchers = new ArrayList<>();
        try (TcpRelay relay = new TcpRelay(service.url())) {
            TidingsClient client = TidingsClient.builder(relay.url())
                    .apiKey(service.key())
                    .retries(RETRIES)
                    .build();
            for (int i = 0; i < size.users(); i++) {
                watchers.add(new StreamWatcher(client, user(i), forgetful, findings));
            }
            for (StreamWatcher watcher : watchers) {
                watcher.awaitGreeting();
            }
            List<Thread> senders = new ArrayList<>(startSenders(client));
            for (int kill = 0; kill < size.kills(); kill++) {
                TimeUnit.MILLISECONDS.sleep(1_000 + random.nextInt(1_000));
                service.kill();
                service = start();
                relay.setTarget(service.url());
                generation++;
                senders.addAll(startSenders(client));
            }
            TimeUnit.SECONDS.sleep(1);
            generation++;
            for (Thread sender : senders) {
                sender.join();
            }
            judge(client, watchers);
            for (StreamWatcher watcher : watchers) {
                watcher.stop();
            }
        } finally {
            service.close();
        }
        return findings;
    }

    private ServiceProcess start() throws IOException {
        return ServiceProcess.start(folder, JVM, Map.of(), Main.class.getName(), "up");
    }

    private static String user(int number) {
        return "user" + number;
    }

    /** After each kill: a send that was in flight waits for its idempotency key, for up to 30 seconds. */
    private List<Thread> startSenders(TidingsClient client) {
        List<Thread> senders = new ArrayList<>();
        int own = generation;
        for (int i = 0; i < size.users(); i++) {
            String user = user(i);
            Thread sender = new Thread(() -> sendTo(user, own, client), "sender-" + user);
            senders.add(sender);
            sender.start();
        }
        return senders;
    }

    private void sendTo(String user, int own, TidingsClient client) {
        Set<String> ids = accepted.computeIfAbsent(user, key -> ConcurrentHashMap.newKeySet());
        try {
            for (int number = 0; generation == own; number++) {
                Notification one = Notification.to(user)
                        .title("Number " + number + " after kill " + own)
                        .build();
                if (!ids.add(client.notifications().send(one).id())) {
                    findings.violated(LiveViolations.UNEXPECTED, "two sends with one id");
                }
                Thread.sleep(PAUSE.toMillis());
            }
        } catch (TidingsException failed) {
            findings.violated(LiveViolations.UNEXPECTED, user + ": " + failed);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void judge(TidingsClient client, List<StreamWatcher> watchers) throws InterruptedException {
        long end = System.nanoTime() + (forgetful ? Duration.ofSeconds(2) : SEEN_WITHIN).toNanos();
        int resumes = 0;
        for (int i = 0; i < watchers.size(); i++) {
            Set<String> expected = accepted.get(user(i));
            StreamWatcher watcher = watchers.get(i);
            while (!watcher.seen().containsAll(expected) && System.nanoTime() < end) {
                Thread.sleep(50);
            }
            for (String id : expected) {
                if (!watcher.seen().contains(id)) {
                    findings.violated(LiveViolations.GAP, id + " of " + user(i));
                }
            }
            Set<String> titles = new HashSet<>();
            for (InboxItem item : client.user(user(i)).inbox()) {
                if (!expected.contains(item.id()) || !titles.add(item.title())) {
                    findings.violated(LiveViolations.DUPLICATED, item.title() + " of " + user(i));
                }
            }
            resumes += watcher.resumes();
            findings.attempted("accepted", expected.size());
        }
        findings.attempted("kills", size.kills());
        findings.figure("resumes", resumes);
    }
}
