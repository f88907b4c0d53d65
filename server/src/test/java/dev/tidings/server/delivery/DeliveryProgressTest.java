package dev.tidings.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.UuidV7;
import dev.tidings.tables.DeliveryLogRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables of the progress of a delivery to several devices, and of its failure, by the stored rows. */
class DeliveryProgressTest {
    private static final Instant AT = Instant.parse("2026-05-01T12:00:00Z");
    private static final UUID ID = UuidV7.of(AT.toEpochMilli(), 1, 1);

    /** The rows that {@link #row} builds for two devices. */
    enum SampleRow {
        A_OPEN("place", "open", null, 1),
        A_OVER("place", "over", null, 1),
        A_REFUSED("place", "over", "refused", 1),
        B_OPEN("place", "open", null, 2),
        B_REFUSED("place", "over", "refused", 2),
        A_ACCEPTED("attempt", "accepted", null, 1),
        B_ACCEPTED("attempt", "accepted", null, 2),
        A_REJECTED("attempt", "rejected", "refused", 1),
        A_DELIVERED("receipt", "delivered", null, 1),
        A_GONE("receipt", "failed", "gone", 1),
        B_GONE("receipt", "unregistered", "gone", 2),
        B_LOST("receipt", "failed", null, 2);

        private final String kind;
        private final String outcome;
        private final String code;
        private final int device;

        SampleRow(String kind, String outcome, String code, int device) {
            this.kind = kind;
            this.outcome = outcome;
            this.code = code;
            this.device = device;
        }
    }

    private static DeliveryLogRow row(SampleRow sample, int round) {
        UUID attempt = UuidV7.of(AT.toEpochMilli(), 2, sample.device);
        return new DeliveryLogRow(
                "acme",
                ID,
                "bob",
                "push",
                attempt,
                sample.kind,
                attempt,
                round,
                1,
                AT,
                5,
                "acme/p",
                null,
                "device" + sample.device,
                sample.outcome,
                sample.code,
                null,
                null);
    }

    // Of two reasons, the one with the later write time prevails.
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
                    A_OPEN                                  | false | -
                    A_OVER                                  | false | -
                    A_REFUSED                               | false | refused
                    A_REFUSED B_OPEN                        | false | -
                    A_REFUSED B_REFUSED                     | false | refused
                    A_REFUSED B_ACCEPTED                    | true  | -
                    A_REFUSED B_ACCEPTED B_GONE             | false | refused
                    A_ACCEPTED                              | true  | -
                    A_ACCEPTED A_GONE                       | false | gone
                    A_ACCEPTED A_DELIVERED                  | true  | -
                    A_ACCEPTED A_GONE A_DELIVERED           | true  | -
                    A_ACCEPTED A_GONE B_OPEN                | false | -
                    A_ACCEPTED A_GONE B_ACCEPTED            | true  | -
                    A_ACCEPTED A_GONE B_ACCEPTED B_GONE     | false | gone
                    A_ACCEPTED B_ACCEPTED B_LOST            | true  | -
                    B_ACCEPTED B_LOST                       | false | receipt
                    A_REJECTED A_REFUSED                    | false | refused
                    """)
    void rows_decideWhetherItHasFailed(String rows, boolean reached, String failed) {
        DeliveryProgress progress = DeliveryProgress.of(
                Arrays.stream(rows.split(" "))
                        .map(name -> row(SampleRow.valueOf(name), 0))
                        .toList(),
                0);
        assertThat(progress.reached()).isEqualTo(reached);
        assertThat(progress.failed().orElse(null)).isEqualTo(failed);
    }

    @Property
    void progress_doesNotDependOnTheOrderOfRows(@ForAll @Size(max = 8) List<SampleRow> rows, @ForAll long seed) {
        List<SampleRow> shuffled = new ArrayList<>(rows);
        Collections.shuffle(shuffled, new Random(seed));
        assertThat(progress(shuffled, 0)).isEqualTo(progress(rows, 0));
    }

    @Property
    void otherRounds_doNotCount(@ForAll @Size(max = 8) List<SampleRow> rows) {
        assertThat(progress(rows, 1)).isEqualTo(progress(List.of(), 0));
    }

    @Property
    void openOrReachedDelivery_hasNotFailed(@ForAll @Size(max = 8) List<SampleRow> rows) {
        DeliveryProgress progress = progress(rows, 0);
        if (progress.open() || progress.reached()) {
            assertThat(progress.failed()).isEmpty();
        }
        assertThat(progress.reached() && !progress.accepted() && !rows.contains(SampleRow.A_DELIVERED))
                .as("reached without an acceptance")
                .isFalse();
    }

    /** @param round the round of the rows; the progress is that of round 0 */
    private static DeliveryProgress progress(List<SampleRow> rows, int round) {
        return DeliveryProgress.of(
                rows.stream().map(sample -> row(sample, round)).toList(), 0);
    }
}
