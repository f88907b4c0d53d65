package dev.tidings.metadata.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.Tenant;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Priority;
import dev.tidings.testkit.SteppedClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that deleted types stay known as long as a scheduled notification may have them. */
class DeletedTypeRetentionTest {
    @TempDir
    Path folder;

    @Test
    void deletedType_isKnownForTheLongestSchedule() {
        SteppedClock clock = new SteppedClock(Instant.parse("2026-11-18T12:00:00Z"));
        SqlMetadataConfig config = SqlMetadataConfig.sqlite(folder.resolve("meta.db"));
        try (SqlMetadataStore meta = SqlMetadataStore.open(config, clock)) {
            meta.tenants().add(new Tenant("t", "t", clock.instant()), "test");
            NotificationType promo = new NotificationType(
                    "promo",
                    Optional.of("marketing"),
                    Set.of(Channel.IN_APP),
                    Priority.HIGH,
                    OptionalInt.empty(),
                    false);
            meta.types().put("t", promo, "test");
            meta.types().delete("t", "promo", "test");
            clock.advance(Duration.ofDays(20 * 366));
            meta.types().put("t", NotificationType.withDefaults("other"), "test");
            meta.types().delete("t", "other", "test");
            assertThat(meta.types().deleted("t")).contains(promo);
        }
    }
}
