package dev.tidings.server.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Tests of the ids of sent rows and of their set. */
class SeenIdsTest {
    private static final Instant AT = Instant.parse("2030-01-01T09:00:00Z");
    private static final TenantLane LINE = new TenantLane("acme", new Lane(Stage.ROUTE, Priority.NORMAL));

    @Test
    void row_isAddedOncePerVersion() {
        SeenIds seenIds = new SeenIds(100);
        UUID id = new UUID(1, 2);

        assertThat(seenIds.add(due(id, 1, AT))).isTrue();
        assertThat(seenIds.add(due(id, 1, AT))).isFalse();
        assertThat(seenIds.add(due(id, 3, AT))).as("moved away and back").isTrue();
        assertThat(seenIds.add(due(id, 1, AT.plusMillis(1)))).isTrue();
        seenIds.forgetBefore(AT.plusSeconds(1));
        assertThat(seenIds.add(due(id, 1, AT))).as("forgotten").isTrue();
    }

    @Test
    void secondWithManyRows_keepsOnlyAChecksum() {
        SeenIds seenIds = new SeenIds(10);
        List<DueRow> rows = rows(50);
        rows.forEach(seenIds::add);

        assertThat(seenIds.isExact(AT)).isFalse();
        assertThat(hides(seenIds, rows)).as("the same again").isFalse();
        Collections.shuffle(rows, new Random(1));
        assertThat(hides(seenIds, rows)).as("in another order").isFalse();
        assertThat(hides(seenIds, rows.subList(1, 50))).isTrue();
        List<DueRow> other = new ArrayList<>(rows.subList(1, 50));
        other.add(due(new UUID(99, 99), 1, AT));
        assertThat(hides(seenIds, other)).as("as many, but another").isTrue();
        List<DueRow> more = new ArrayList<>(rows);
        more.add(due(new UUID(99, 99), 1, AT));
        assertThat(hides(seenIds, more)).isTrue();
    }

    private static boolean hides(SeenIds seenIds, List<DueRow> found) {
        SeenIds.SecondCheck secondCheck = seenIds.check(AT);
        assertThat(found).noneMatch(secondCheck::isNew);
        return secondCheck.hasHiddenRow();
    }

    @Property(tries = 200)
    void idSet_containsAddedIdsOnce(@ForAll @IntRange(max = 500) int count, @ForAll long seed) {
        Random random = new Random(seed);
        IdSet set = new IdSet();
        Set<UUID> model = new HashSet<>();
        for (int i = 0; i < count; i++) {
            // Few different halves, so that ids collide and share slots.
            long high = random.nextInt(8) - 4;
            long low = random.nextInt(40) - 1;
            assertThat(set.contains(high, low)).isEqualTo(model.contains(new UUID(high, low)));
            assertThat(set.add(high, low)).isEqualTo(model.add(new UUID(high, low)));
        }
        assertThat(set.size()).isEqualTo(model.size());
        assertThat(model).allMatch(id -> set.contains(id.getMostSignificantBits(), id.getLeastSignificantBits()));
    }

    private static List<DueRow> rows(int count) {
        List<DueRow> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(due(new UUID(7, i), 1, AT.plusMillis(i)));
        }
        return rows;
    }

    private static DueRow due(UUID id, int version, Instant at) {
        return new DueRow(at, id, LINE, version, false, ByteBuffer.allocate(0), false);
    }
}
