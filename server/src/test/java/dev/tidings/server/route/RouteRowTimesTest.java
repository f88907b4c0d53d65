package dev.tidings.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.Content;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UuidV7;
import dev.tidings.widecolumn.Upsert;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests that the write times of routed rows are those of the send time, however long before the request was made. */
class RouteRowTimesTest {
    private static final Instant DUE = Instant.parse("2026-11-15T12:30:00Z");

    @Test
    void scheduledLongBefore_isWrittenAtItsSendTime() {
        UUID id = UuidV7.of(DUE.minus(Duration.ofDays(3_000)).toEpochMilli(), 0, 1);
        Notification n = new Notification(
                "acme",
                id,
                UuidV7.derived(DUE, id),
                "default",
                Priority.NORMAL,
                Set.of(),
                null,
                null,
                "key",
                null,
                0,
                "{}".getBytes());
        Content content = new Content("title", null, null, null);
        Target target = new Target.User("bob");
        List<Upsert> rows = List.of(
                RouteRows.inbox(n, "bob", content),
                RouteRows.inboxShared(n, "bob"),
                RouteRows.content(n, content),
                RouteRows.details(n, target, 1),
                RouteRows.ofTenant(n, target, 0),
                RouteRows.recipient(n, "bob", 1));
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.writeTime())
                        .as(row.table().name())
                        .isEqualTo(TimeUnit.MILLISECONDS.toMicros(DUE.toEpochMilli())));
    }
}
