package dev.tidings.server.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.tables.Retention;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests of the rows that a sweep leaves alone: they hold the cursor back until they expire. */
class LeftRowsTest {
    private static final Instant FIRST = Instant.parse("2026-11-15T12:00:30Z");
    private static final Instant SECOND = FIRST.plusSeconds(300);

    private final LeftRows left = new LeftRows();

    private void add(Instant at) {
        TenantLane lane = new TenantLane("acme", new Lane(Stage.ROUTE, Priority.NORMAL));
        left.add(new DueRow(at, new UUID(0, 0), lane, 1, false, ByteBuffer.wrap(new byte[] {2}), false));
    }

    @Test
    void noRows_holdNothingBack() {
        assertThat(left.oldest(FIRST)).isNull();
    }

    @Test
    void earliestMinute_holdsTheCursorBack() {
        add(SECOND);
        add(FIRST);
        assertThat(left.oldest(SECOND)).isEqualTo("2026-11-15T12:00:00Z");
    }

    @Test
    void expiredRows_holdNothingBack() {
        add(FIRST);
        add(SECOND);
        assertThat(left.oldest(FIRST.plus(Retention.SCHEDULE))).isEqualTo("2026-11-15T12:00:00Z");
        assertThat(left.oldest(FIRST.plus(Retention.SCHEDULE).plusSeconds(60))).isEqualTo("2026-11-15T12:05:00Z");
        assertThat(left.oldest(SECOND.plus(Retention.SCHEDULE).plusSeconds(60))).isNull();
    }
}
