package dev.tidings.torture.providers;

import dev.tidings.server.cli.Main;
import dev.tidings.testkit.delivery.simulator.FcmServer;
import dev.tidings.testkit.delivery.simulator.ReceivedCall;
import dev.tidings.testkit.delivery.simulator.ScriptedHttpServer;
import dev.tidings.testkit.delivery.simulator.TwilioServer;
import dev.tidings.testkit.delivery.simulator.WebhookServer;
import dev.tidings.torture.service.ServiceClients;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs a service with three channels, one of them with a faulty provider. Measures the effect of the faults on the other channels in
 * alternating turns, kills the service under load, and finally verifies every delivery.
 */
final class ProvidersRun implements AutoCloseable {
    private static final List<String> JVM = List.of("-Xmx512m", "-XX:+UseSerialGC");
    private static final int USERS = 200;
    private static final int PER_SECOND = 50;
    private static final Set<String> FINAL = Set.of("sent", "delivered", "failed", "suppressed", "expired");
    /** An accepted call at most this long before a kill may not have been recorded. */
    private static final Duration RECORDED_WITHIN = Duration.ofSeconds(10);

    private final Path folder;
    private final HttpClient http = ServiceClients.http();
    private final TwilioServer sms = new TwilioServer();
    private final FcmServer push = new FcmServer();
    private final WebhookServer webhook = new WebhookServer();
    private final FaultModel trouble;
    private final boolean noExcuse;
    private final List<Sent> sent = new ArrayList<>();
    private final List<Long> kills = new ArrayList<>();
    private int numbers;
    private ServiceProcess service;
    private ProvidersApi calls;
    final ProviderFindings findings = new ProviderFindings();

    /** A notification accepted by the service. */
    private record Sent(String id, int user, int number, long atNanos) {}

    private static final Pattern NUMBER = Pattern.compile("#(\\d+)#");

    /** @param noExcuse breaks the check on purpose: treats unanswered calls as answered, so that the run must report duplicates */
    ProvidersRun(Path folder, Random random, boolean noExcuse) throws IOException, InterruptedException {
        this.folder = folder;
        this.noExcuse = noExcuse;
        this.trouble = new FaultModel(random);
        sms.defaultBehaviour(trouble::next);
        start();
        calls.accounts(sms, push, webhook);
        for (int user = 0; user < USERS; user++) {
            calls.user(user, webhook);
        }
    }

    private void start() throws IOException {
        service = ServiceProcess.start(
                folder,
                JVM,
                Map.of(
                        "TIDINGS_DELIVERY_FIRST_RETRY_DELAY", "200ms",
                        "TIDINGS_DELIVERY_MAX_RETRY_DELAY", "2s",
                        "TIDINGS_DELIVERY_ATTEMPTS", "40",
                        "TIDINGS_CHANNELS_ALLOW_PRIVATE", "true"),
                Main.class.getName(),
                "up");
        calls = new ProvidersApi(http, service);
    }

    /** Sends at a fixed rate and returns the latencies to the healthy providers, in nanoseconds. */
    List<Long> measure(boolean troubled, Duration time) throws InterruptedException {
        trouble.enable(troubled);
        int first = sent.size();
        load(time);
        Thread.sleep(2_000);
        Map<Integer, Long> arrived = new HashMap<>();
        push.calls().forEach(call -> arrived.putIfAbsent(number(call), call.startedNanos()));
        webhook.calls().forEach(call -> arrived.merge(number(call), call.startedNanos(), Math::max));
        return sent.subList(first, sent.size()).stream()
                .filter(one -> arrived.containsKey(one.number()))
                .map(one -> arrived.get(one.number()) - one.atNanos())
                .sorted()
                .toList();
    }

    /** The number of the notification, which its body contains. */
    private static int number(ReceivedCall call) {
        Matcher found = NUMBER.matcher(call.message().toString());
        if (!found.find()) {
            throw new IllegalStateException("a message without a number: " + call.message());
        }
        return Integer.parseInt(found.group(1));
    }

    private void load(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        long next = System.nanoTime();
        for (int i = 0; System.nanoTime() < end; i++) {
            int user = i % USERS;
            int number = numbers++;
            long at = System.nanoTime();
            calls.send(user, number).ifPresent(id -> sent.add(new Sent(id, user, number, at)));
            next += TimeUnit.SECONDS.toNanos(1) / PER_SECOND;
            long pause = next - System.nanoTime();
            if (pause > 0) {
                TimeUnit.NANOSECONDS.sleep(pause);
            }
        }
    }

    /** Runs load with faults enabled, kills the service at its end and restarts it. */
    void kill(Duration time) throws IOException, InterruptedException {
        trouble.enable(true);
        load(time);
        service.kill();
        // After the kill: until then the service may have begun calls.
        kills.add(System.currentTimeMillis());
        start();
    }

    /** Waits until each delivery has a final state, and compares the states with the calls the providers received. */
    void judge(Duration timeout) throws IOException, InterruptedException {
        findings.acked = sent.size();
        long end = System.nanoTime() + timeout.toNanos();
        List<Sent> open = new ArrayList<>(sent);
        Map<String, Map<String, String>> states = new HashMap<>();
        while (!open.isEmpty() && System.nanoTime() < end) {
            List<Sent> still = new ArrayList<>();
            for (Sent one : open) {
                Map<String, String> channels = calls.states(one.id(), one.user());
                states.put(one.id(), channels);
                if (channels.size() < 3 || !FINAL.containsAll(channels.values())) {
                    still.add(one);
                }
            }
            open = still;
            Thread.sleep(500);
        }
        findings.unfinished = open.size();
        states.values().forEach(of -> of.values().forEach(state -> findings.states.merge(state, 1, Integer::sum)));
        compare("sms", sms, states);
        compare("push", push, states);
        compare("webhook", webhook, states);
    }

    private void compare(String channel, ScriptedHttpServer simulator, Map<String, Map<String, String>> states) {
        long reported = states.values().stream()
                .filter(of -> "sent".equals(of.get(channel)) || "delivered".equals(of.get(channel)))
                .count();
        Map<Integer, List<ReceivedCall>> byNumber = new HashMap<>();
        for (ReceivedCall call : simulator.calls()) {
            if (call.accepted()) {
                byNumber.computeIfAbsent(number(call), key -> new ArrayList<>()).add(call);
            }
        }
        // Each delivery reported as sent was accepted by the provider.
        findings.lost += Math.max(0, reported - byNumber.size());
        for (List<ReceivedCall> accepted : byNumber.values()) {
            for (int i = 1; i < accepted.size(); i++) {
                findings.duplicates++;
                if (!couldNotBeRecorded(channel, accepted.get(i - 1))) {
                    findings.needless++;
                    System.err.println(channel + " duplicated needlessly: " + accepted + ", killed at " + kills);
                }
            }
        }
    }

    /**
     * Whether the service could not know that the provider had accepted the call: the call was never answered, or the process died
     * meanwhile.
     */
    private boolean couldNotBeRecorded(String channel, ReceivedCall call) {
        boolean died = kills.stream()
                .anyMatch(at -> at >= call.startedMillis() && at - call.startedMillis() <= RECORDED_WITHIN.toMillis());
        return died || channel.equals("sms") && !call.answered() && !noExcuse;
    }

    @Override
    public void close() {
        service.close();
        sms.close();
        push.close();
        webhook.close();
    }
}
