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

/** What can be measured of live connections: how many there are, who was not let in, and whom the server has sent away. */
final class LiveMeters {
    private final Map<Full, Counter> refused;
    private final Map<Goodbye, Counter> ended;

    LiveMeters(MeterRegistry registry, Supplier<Number> connected) {
        Gauge.builder("tidings.live.connections", connected)
                .description("Live connections that are open")
                .register(registry);
        refused = counters(
                Full.values(),
                why -> Counter.builder("tidings.live.refused")
                        .description("Live connections that were not let in")
                        .tag("reason", why.name().toLowerCase(Locale.ROOT))
                        .register(registry));
        ended = counters(
                Goodbye.values(),
                why -> Counter.builder("tidings.live.ended")
                        .description(
                                "Live connections that the server has ended, without those that sent no proper frames")
                        .tag("reason", why.wire())
                        .register(registry));
    }

    private static <K> Map<K, Counter> counters(K[] reasons, Function<K, Counter> counter) {
        return Arrays.stream(reasons).collect(Collectors.toUnmodifiableMap(why -> why, counter));
    }

    void refused(Full why) {
        refused.get(why).increment();
    }

    void ended(Goodbye why) {
        ended.get(why).increment();
    }
}
