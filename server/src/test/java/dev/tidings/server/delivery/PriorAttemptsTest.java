package dev.tidings.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.UuidV7;
import dev.tidings.tables.DeliveryLogRow;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables of the result that stored rows give an address before it is tried again. */
class PriorAttemptsTest {
    private static final Instant AT = Instant.parse("2026-05-01T12:00:00Z");
    private static final UUID ID = UuidV7.of(AT.toEpochMilli(), 1, 1);

    private static DeliveryLogRow row(String kind, int round, int attempt, String outcome, boolean retried) {
        return new DeliveryLogRow(
                "acme",
                ID,
                "bob",
                "push",
                ID,
                kind,
                null,
                round,
                attempt,
                AT,
                5,
                "acme/p",
                null,
                "a",
                outcome,
                outcome.equals("rejected") ? "refused" : null,
                null,
                retried ? AT.plusSeconds(4) : null);
    }

    /** Before the second attempt of round 1. */
    @ParameterizedTest
    @CsvSource({
        "attempt, 1, 1, accepted, false, sent",
        "attempt, 1, 2, accepted, false, sent",
        "attempt, 1, 1, rejected, false, none",
        "attempt, 1, 1, retry, true, none",
        "attempt, 1, 1, started, false, none",
        "attempt, 1, 1, not_called, false, none",
        "attempt, 1, 2, rejected, false, failed refused",
        "attempt, 1, 2, retry, true, retried",
        "attempt, 1, 2, unclear, true, retried",
        "attempt, 1, 2, started, false, failed unclear",
        "attempt, 1, 2, not_called, false, none",
        "attempt, 1, 3, retry, true, retried",
        "attempt, 0, 2, accepted, false, none",
        "attempt, 2, 2, rejected, false, none",
        "receipt, 1, 2, delivered, false, none",
        "place, 1, 2, over, false, none"
    })
    void storedRow_decidesWhetherToTry(
            String kind, int round, int attempt, String outcome, boolean retried, String expected) {
        List<DeliveryLogRow> rows = List.of(row(kind, round, attempt, outcome, retried));
        assertThat(describe(PriorAttempts.of(rows, 1, 2))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "accepted, rejected, sent",
        "rejected, accepted, sent",
        "started, rejected, failed refused",
        "rejected, started, failed unclear",
        "rejected, not_called, failed refused"
    })
    void lastRow_countsUnlessSent(String first, String second, String expected) {
        List<DeliveryLogRow> rows = List.of(row("attempt", 0, 1, first, false), row("attempt", 0, 1, second, false));
        assertThat(describe(PriorAttempts.of(rows, 0, 1))).isEqualTo(expected);
    }

    @Test
    void otherAddress_hasToBeTried() {
        List<DeliveryLogRow> rows = List.of(row("attempt", 0, 1, "accepted", false));
        assertThat(PriorAttempts.of(rows, 0, 1).resultAt("b")).isEmpty();
    }

    private static String describe(PriorAttempts prior) {
        return prior.resultAt("a")
                .map(result -> result instanceof AttemptResult.Failed failed
                        ? "failed " + failed.code()
                        : result.isSent() ? "sent" : "retried")
                .orElse("none");
    }
}
