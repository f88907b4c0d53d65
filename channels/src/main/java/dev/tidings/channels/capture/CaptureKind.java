package dev.tidings.channels.capture;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.delivery.ProviderSetting;
import dev.tidings.core.delivery.ProviderSettings;
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
 * A kind of provider for development that sends nothing and captures every delivery in memory. All accounts share one store, and each
 * tenant sees its own: the newest 1,000, within a limit of bytes.
 */
public final class CaptureKind implements ProviderKind {
    public static final String NAME = "capture";

    private final CaptureStore store;
    private final DoubleSupplier chance;
    private final ConcurrentMap<String, CaptureScript> scripts = new ConcurrentHashMap<>();

    public CaptureKind() {
        this(CaptureStore.Limits.STANDARD, () -> ThreadLocalRandom.current().nextDouble());
    }

    CaptureKind(CaptureStore.Limits limits, DoubleSupplier chance) {
        this.store = new CaptureStore(limits);
        this.chance = chance;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<AddressKind> addressKinds() {
        return EnumSet.allOf(AddressKind.class);
    }

    @Override
    public List<ProviderSetting> settings() {
        return List.of();
    }

    @Override
    public Provider open(ProviderSettings settings, ProviderContext context) {
        return new CaptureProvider(delivery -> take(delivery, context.clock(), context.timeout()), context.timeout());
    }

    /** Newest first. */
    public List<CapturedDelivery> list(String tenant, Predicate<CapturedDelivery> which, long before, int limit) {
        return store.list(tenant, which, before, limit);
    }

    /** Removes some deliveries of a tenant. */
    public void remove(String tenant, Predicate<CapturedDelivery> which) {
        store.remove(tenant, which);
    }

    public void clear(String tenant) {
        store.clear(tenant);
    }

    /** Replaces the rules of the tenant; without rules, every delivery is accepted. */
    public void script(String tenant, List<CaptureRule> rules) {
        if (rules.isEmpty()) {
            scripts.remove(tenant);
        } else {
            script(tenant).set(rules);
        }
    }

    /** The active rules, with their remaining uses. */
    public List<CaptureRule> rules(String tenant) {
        return Optional.ofNullable(scripts.get(tenant))
                .map(CaptureScript::rules)
                .orElse(List.of());
    }

    private CaptureScript script(String tenant) {
        return scripts.computeIfAbsent(tenant, none -> new CaptureScript(chance));
    }

    /** The behaviour of the simulated provider. */
    CompletableFuture<Outcome> take(Delivery delivery, InstantSource clock, Duration timeout) {
        Optional<CaptureRule> rule =
                Optional.ofNullable(scripts.get(delivery.user().tenant())).flatMap(script -> script.apply(delivery));
        return switch (rule.map(CaptureRule::outcome).orElse(CaptureOutcome.ACCEPT)) {
            case ACCEPT -> now(new Outcome.Accepted(capture(delivery, clock)));
            case RETRY -> now(new Outcome.Retry(rule.orElseThrow().after(), "scripted_retry", "scripted"));
            case REFUSE -> now(new Outcome.Rejected("scripted_refusal", "scripted"));
            case UNREGISTER -> now(new Outcome.Unregistered("scripted_unregistered", "scripted"));
            case HANG -> noAnswer(timeout);
            case ACCEPT_THEN_TIMEOUT -> {
                capture(delivery, clock);
                yield noAnswer(timeout);
            }
        };
    }

    private String capture(Delivery delivery, InstantSource clock) {
        // Unique per attempt: a real provider assigns another id to each.
        String messageId = "captured-" + delivery.dedupeKey() + "-" + delivery.attempt();
        // In whole milliseconds, as all times are shown.
        return store.add(Instant.ofEpochMilli(clock.millis()), messageId, delivery)
                .messageId();
    }

    private static CompletableFuture<Outcome> now(Outcome outcome) {
        return CompletableFuture.completedFuture(outcome);
    }

    /** A delayed completion without a blocked thread. */
    private static CompletableFuture<Outcome> noAnswer(Duration timeout) {
        return CompletableFuture.supplyAsync(
                () -> new Outcome.Unclear("timeout", "no answer within " + timeout.toMillis() + " ms"),
                CompletableFuture.delayedExecutor(timeout.toMillis(), TimeUnit.MILLISECONDS));
    }
}
