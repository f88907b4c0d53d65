package dev.tidings.server.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.Erasure;
import dev.tidings.core.model.UserKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of the epochs of erased users and deleted tenants. */
class ErasedUsersTest {
    private static final Instant REQUESTED = Instant.parse("2026-03-01T10:00:00Z");
    private static final Instant COMPLETED = REQUESTED.plusSeconds(60);
    private static final Instant LATER = COMPLETED.plus(Duration.ofDays(365));
    private static final UserKey ANN = new UserKey("shop", "ann");

    private final ErasedUsers erased = new ErasedUsers(List.of(new byte[] {1}), List.of());
    private final Erasure deletion = Erasure.ofTenant("shop", "d", REQUESTED);

    @Test
    void tenantBeingDeleted_hasNothing() {
        erased.add(deletion);
        assertThat(erased.isBeingDeleted("shop")).isTrue();
        assertThat(erased.hasAny("shop")).isTrue();
        assertThat(erased.isErased("shop", LATER)).isTrue();
        assertThat(erased.isErased(ANN, LATER)).isTrue();
        assertThat(erased.isErased("other", REQUESTED)).isFalse();
        assertThat(erased.isErased(new UserKey("other", "ann"), REQUESTED)).isFalse();
    }

    @Test
    void acceptedBeforeTheCompletion_isErased() {
        erased.add(deletion);
        erased.add(deletion.completed(COMPLETED, Map.of()));
        assertThat(erased.isBeingDeleted("shop")).isFalse();
        assertThat(erased.isErased(ANN, REQUESTED)).isTrue();
        assertThat(erased.isErased(ANN, COMPLETED.minusMillis(1))).isTrue();
        assertThat(erased.isErased(ANN, COMPLETED)).isFalse();
    }

    @Test
    void deletion_endsTheErasuresOfUsers() {
        erased.add(new Erasure("shop", "e", erased.hash(ANN), REQUESTED, Optional.empty(), Map.of()));
        assertThat(erased.erasedAt(ANN)).contains(REQUESTED);
        erased.add(deletion);
        assertThat(erased.erasedAt(ANN)).as("a new user of a new tenant").isEmpty();
        assertThat(erased.isErased(ANN, REQUESTED.minusMillis(1))).isTrue();
    }
}
