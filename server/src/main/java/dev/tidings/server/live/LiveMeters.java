package dev.tidings.server.live;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Metrics of live connections: the open ones, refusals, and closes by the server. */
final class LiveMeters {
    private final Map<RefusalReason, Counter> refused;
    private final Map<CloseReason, Counter> ended;

    LiveMeters(MeterRegistry registry, Supplier<Number> connected) {
        Gauge.builder("tidings.live.connections", connected)
                .description("Open live connections")
                .register(registry);
        refused = counters(
                RefusalReason.values(),
                why -> Counter.builder("tidings.live.refused")
                        .description("Refused live connections, by limit")
                        .tag("reason", why.name().toLowerCase(Locale.ROOT))
                        .register(registry));
        ended = counters(
                CloseReason.values(),
                why -> Counter.builder("tidings.live.ended")
                        .description("Live connections closed by the server, by reason; protocol errors excluded")
                        .tag("reason", why.wire())
                        .register(registry));
    }

    private static <K> Map<K, Counter> counters(K[] reasons, Function<K, Counter> counter) {
        return Arrays.stream(reasons).collect(Collectors.toUnmodifiableMap(why -> why, counter));
    }

    void refused(RefusalReason why) {
        refused.get(why).increment();
    }

    void ended(CloseReason why) {
        ended.get(why).increment();
    }
}
