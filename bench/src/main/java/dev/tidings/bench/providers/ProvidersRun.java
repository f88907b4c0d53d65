package dev.tidings.bench.providers;

import dev.tidings.bench.service.ServiceProcess;
import dev.tidings.server.cli.Main;
import dev.tidings.testkit.deliver.far.Call;
import dev.tidings.testkit.deliver.far.FcmServer;
import dev.tidings.testkit.deliver.far.ScriptedServer;
import dev.tidings.testkit.deliver.far.TwilioServer;
import dev.tidings.testkit.deliver.far.WebhookServer;
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
 * A service with three channels, of which one's provider has a bad day, and which is killed now and then. First it is measured what
 * the bad day does to the others, in turns with good ones; then it is killed under load; and in the end everything is looked up.
 */
final class ProvidersRun implements AutoCloseable {
    private static final List<String> JVM = List.of("-Xmx512m", "-XX:+UseSerialGC");
    private static final int USERS = 200;
    private static final int PER_SECOND = 50;
    private static final Set<String> FINAL = Set.of("sent", "delivered", "failed", "suppressed", "expired");
    /** What was accepted no longer than this before a kill may not have been noted. */
    private static final Duration NOTED_WITHIN = Duration.ofSeconds(5);

    private final Path folder;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final TwilioServer sms = new TwilioServer();
    private final FcmServer push = new FcmServer();
    private final WebhookServer webhook = new WebhookServer();
    private final Trouble trouble;
    private final boolean noExcuse;
    private final List<Sent> sent = new ArrayList<>();
    private final List<Long> kills = new ArrayList<>();
    private int numbers;
    private ServiceProcess service;
    private Setup calls;
    final Findings findings = new Findings();

    /** Accepted by the service. */
    private record Sent(String id, int user, int number, long atNanos) {}

    private static final Pattern NUMBER = Pattern.compile("#(\\d+)#");

    /** @param noExcuse whether calls that were never answered are taken for answered ones; then the run has to find something */
    ProvidersRun(Path folder, Random random, boolean noExcuse) throws IOException, InterruptedException {
        this.folder = folder;
        this.noExcuse = noExcuse;
        this.trouble = new Trouble(random);
        sms.otherwise(trouble::next);
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
                        "TIDINGS_DELIVER_FIRST_RETRY", "200ms",
                        "TIDINGS_DELIVER_LONGEST_RETRY", "2s",
                        "TIDINGS_DELIVER_ATTEMPTS", "40",
                        "TIDINGS_CHANNELS_ALLOW_PRIVATE", "true"),
                Main.class.getName(),
                "up");
        calls = new Setup(http, service);
    }

    /** Sends at a steady rate, and says how long it took to the healthy far sides, in nanoseconds. */
    List<Long> measure(boolean troubled, Duration time) throws InterruptedException {
        trouble.set(troubled);
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

    /** Which notification it is: each says its number. */
    private static int number(Call call) {
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

    /** Load on a bad day, and a kill in the middle of it. */
    void kill(Duration time) throws IOException, InterruptedException {
        trouble.set(true);
        load(time);
        service.kill();
        // When it is over: until then it may have begun calls.
        kills.add(System.currentTimeMillis());
        start();
    }

    /** Waits until each delivery has come to an end, and looks at all that happened. */
    void judge(Duration patience) throws IOException, InterruptedException {
        findings.acked = sent.size();
        long end = System.nanoTime() + patience.toNanos();
        List<Sent> open = new ArrayList<>(sent);
        Map<String, Map<String, String>> states = new HashMap<>();
        while (!open.isEmpty() && System.nanoTime() < end) {
            List<Sent> still = new ArrayList<>();
            for (Sent one : open) {
                Map<String, String> of = calls.states(one.id(), one.user());
                states.put(one.id(), of);
                if (of.size() < 3 || !FINAL.containsAll(of.values())) {
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

    private void compare(String channel, ScriptedServer far, Map<String, Map<String, String>> states) {
        long said = states.values().stream()
                .filter(of -> "sent".equals(of.get(channel)) || "delivered".equals(of.get(channel)))
                .count();
        Map<Integer, List<Call>> byNumber = new HashMap<>();
        for (Call call : far.calls()) {
            if (call.accepted()) {
                byNumber.computeIfAbsent(number(call), key -> new ArrayList<>()).add(call);
            }
        }
        // Each that is said to be sent was taken by the far side.
        findings.lost += Math.max(0, said - byNumber.size());
        for (List<Call> taken : byNumber.values()) {
            for (int i = 1; i < taken.size(); i++) {
                findings.repeats++;
                if (!couldNotBeNoted(channel, taken.get(i - 1))) {
                    findings.needless++;
                    System.err.println(channel + " repeated for nothing: " + taken + ", killed at " + kills);
                }
            }
        }
    }

    /** Whether nobody could know that the far side had taken it: it never answered, or the process died meanwhile. */
    private boolean couldNotBeNoted(String channel, Call call) {
        boolean died = kills.stream()
                .anyMatch(at -> at >= call.startedMillis() && at - call.startedMillis() <= NOTED_WITHIN.toMillis());
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
