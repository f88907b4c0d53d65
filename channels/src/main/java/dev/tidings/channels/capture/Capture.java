package dev.tidings.channels.capture;

import dev.tidings.core.deliver.AddressKind;
import dev.tidings.core.deliver.Delivery;
import dev.tidings.core.deliver.Outcome;
import dev.tidings.core.deliver.Provider;
import dev.tidings.core.deliver.ProviderKind;
import dev.tidings.core.deliver.Setting;
import dev.tidings.core.deliver.Settings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;

/**
 * The kind of provider that sends nothing. All accounts of this kind share what was captured, and each tenant sees its own. In
 * memory, the last 1,000 of each tenant, as long as they are not too large: for development.
 */
public final class Capture implements ProviderKind {
    public static final String NAME = "capture";

    private final CaptureStore store;
    private final DoubleSupplier chance;
    private final ConcurrentMap<String, CaptureScript> scripts = new ConcurrentHashMap<>();

    public Capture() {
        this(CaptureStore.Limits.STANDARD, () -> ThreadLocalRandom.current().nextDouble());
    }

    Capture(CaptureStore.Limits limits, DoubleSupplier chance) {
        this.store = new CaptureStore(limits);
        this.chance = chance;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<AddressKind> carries() {
        return EnumSet.allOf(AddressKind.class);
    }

    @Override
    public List<Setting> settings() {
        return List.of();
    }

    @Override
    public Provider open(Settings settings, Context context) {
        return new CaptureProvider(delivery -> take(delivery, context.clock(), context.timeout()), context.timeout());
    }

    /** Newest first. */
    public List<Captured> list(String tenant, Predicate<Captured> which, long before, int limit) {
        return store.list(tenant, which, before, limit);
    }

    public void clear(String tenant) {
        store.clear(tenant);
    }

    /** From now on these rules hold for the tenant, and no others; without any, all is accepted. */
    public void script(String tenant, List<CaptureRule> rules) {
        if (rules.isEmpty()) {
            scripts.remove(tenant);
        } else {
            script(tenant).set(rules);
        }
    }

    /** Those that still hold, with how often they still do. */
    public List<CaptureRule> rules(String tenant) {
        return Optional.ofNullable(scripts.get(tenant))
                .map(CaptureScript::rules)
                .orElse(List.of());
    }

    private CaptureScript script(String tenant) {
        return scripts.computeIfAbsent(tenant, none -> new CaptureScript(chance));
    }

    /** What the far side does, which is nobody but this. */
    CompletableFuture<Outcome> take(Delivery delivery, InstantSource clock, Duration timeout) {
        Optional<CaptureRule> rule =
                Optional.ofNullable(scripts.get(delivery.user().tenant())).flatMap(script -> script.apply(delivery));
        return switch (rule.map(CaptureRule::outcome).orElse(CaptureOutcome.ACCEPT)) {
            case ACCEPT -> now(new Outcome.Accepted(keep(delivery, clock)));
            case RETRY -> now(new Outcome.Retry(rule.orElseThrow().after(), "scripted_retry", "the script says so"));
            case REFUSE -> now(new Outcome.Rejected("scripted_refusal", "the script says so"));
            case UNREGISTER -> now(new Outcome.Unregistered("scripted_unregistered", "the script says so"));
            case HANG -> noAnswer(timeout);
            case ACCEPT_THEN_TIMEOUT -> {
                keep(delivery, clock);
                yield noAnswer(timeout);
            }
        };
    }

    private String keep(Delivery delivery, InstantSource clock) {
        // Known by its attempt as well: a real far side has another name for each.
        String messageId = "captured-" + delivery.dedupeKey() + "-" + delivery.attempt();
        // In whole milliseconds, as all times are shown.
        return store.add(Instant.ofEpochMilli(clock.millis()), messageId, delivery)
                .messageId();
    }

    private static CompletableFuture<Outcome> now(Outcome outcome) {
        return CompletableFuture.completedFuture(outcome);
    }

    /** Nobody sleeps for it: one timer of the JVM has them all. */
    private static CompletableFuture<Outcome> noAnswer(Duration timeout) {
        return CompletableFuture.supplyAsync(
                () -> new Outcome.Unclear("timeout", "no answer within " + timeout.toMillis() + " ms"),
                CompletableFuture.delayedExecutor(timeout.toMillis(), TimeUnit.MILLISECONDS));
    }
}
