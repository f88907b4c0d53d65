package dev.tidings.server.provider;

import dev.tidings.core.delivery.Outcome;
import dev.tidings.server.metrics.DurationHistogram;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Metrics of the calls to providers, by kind of provider and outcome. Accounts and tenants are no labels: there may be any number. */
public final class ProviderMeters {
    private final DurationHistogram calls;
    private final Map<String, KindMeters> byKind = new ConcurrentHashMap<>();

    public ProviderMeters(PrometheusMeterRegistry registry) {
        calls = DurationHistogram.register(
                registry,
                "tidings_provider_call_duration_seconds",
                "Calls to providers, by kind of provider and outcome",
                "kind",
                "outcome");
    }

    /** @param kind the name of a registered kind */
    KindMeters of(String kind) {
        return byKind.computeIfAbsent(kind, name -> new KindMeters(calls, name));
    }

    /** The metrics of one kind of provider, with a recorder for each outcome. */
    static final class KindMeters {
        private final DurationHistogram.Recorder accepted;
        private final DurationHistogram.Recorder retry;
        private final DurationHistogram.Recorder unclear;
        private final DurationHistogram.Recorder rejected;
        private final DurationHistogram.Recorder unregistered;

        private KindMeters(DurationHistogram calls, String kind) {
            accepted = calls.with(kind, "accepted");
            retry = calls.with(kind, "retry");
            unclear = calls.with(kind, "unclear");
            rejected = calls.with(kind, "rejected");
            unregistered = calls.with(kind, "unregistered");
        }

        void called(Outcome outcome, long nanos) {
            recorder(outcome).record(nanos);
        }

        private DurationHistogram.Recorder recorder(Outcome outcome) {
            if (outcome instanceof Outcome.Accepted) {
                return accepted;
            }
            if (outcome instanceof Outcome.Retry) {
                return retry;
            }
            if (outcome instanceof Outcome.Unclear) {
                return unclear;
            }
            return outcome instanceof Outcome.Rejected ? rejected : unregistered;
        }
    }
}
