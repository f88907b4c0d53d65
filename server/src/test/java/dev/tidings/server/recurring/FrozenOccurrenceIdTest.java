package dev.tidings.server.recurring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.MissedPolicy;
import dev.tidings.core.metadata.RecurringSchedule;
import dev.tidings.core.metadata.RecurringSchedule.Progress;
import dev.tidings.core.model.Recurrence;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Ids of occurrences stay: another id for one that is planned already would send it twice. */
class FrozenOccurrenceIdTest {
    private static final Instant TIME = Instant.parse("2027-01-15T08:00:00Z");

    @Test
    void ids_areTheFrozenOnes() {
        assertThat(List.of(
                        OccurrenceId.of(schedule("daily", 1), TIME),
                        OccurrenceId.of(schedule("daily", 2), TIME),
                        OccurrenceId.of(schedule("zoë", 1), TIME.plusMillis(1))))
                .extracting(UUID::toString)
                .containsExactly(
                        "01a3185c-5000-71ef-a053-c1c22f538996",
                        "01a3185c-5000-74c9-bd62-d05ec77ac2bb",
                        "01a3185c-5001-787b-bcaa-0b8833deccff");
    }

    private static RecurringSchedule schedule(String name, long series) {
        return new RecurringSchedule(
                "acme",
                name,
                new Recurrence(new Recurrence.Cron("0 8 * * *"), ZoneId.of("UTC"), Optional.empty(), Optional.empty()),
                false,
                MissedPolicy.SKIP,
                "{}",
                TIME,
                series,
                new Progress(series, TIME, TIME, Optional.empty(), Optional.empty()));
    }
}
