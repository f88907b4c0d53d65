package dev.tidings.server.schedule;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tidings.tables.ScheduledDayRow;
import dev.tidings.widecolumn.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A memory of the rows that are stored in scheduled_days, so that each is written now and then instead of with every notification. What is
 * forgotten is written again, with the same key and write time. The time limit is for rows that another process has removed together with
 * their tenant.
 */
final class ScheduledDays {
    private static final int MAX_DAYS = 10_000;
    private static final Duration LIFE = Duration.ofHours(1);
    private static final long WRITE_TIME = 1;

    private final Cache<ScheduledDayRow, Boolean> stored =
            Caffeine.newBuilder().maximumSize(MAX_DAYS).expireAfterWrite(LIFE).build();

    private final AtomicLong forgets = new AtomicLong();

    /** The days of one batch that may not be stored yet. */
    final class Missing {
        private final Set<ScheduledDayRow> days = new HashSet<>();
        private final long atForgets = forgets.get();

        void add(String tenant, Instant at) {
            ScheduledDayRow day = ScheduledDayRow.of(tenant, at);
            if (stored.getIfPresent(day) == null) {
                days.add(day);
            }
        }

        void write(List<Write> writes) {
            days.forEach(day -> writes.add(ScheduledDayRow.TABLE.upsert(day).at(WRITE_TIME)));
        }

        /** To be called once the batch is written. Its rows may have been removed since if a tenant was forgotten. */
        void remember() {
            if (forgets.get() == atForgets) {
                days.forEach(day -> stored.put(day, true));
            }
        }
    }

    void forget(String tenant) {
        forgets.incrementAndGet();
        stored.asMap().keySet().removeIf(day -> day.tenant().equals(tenant));
    }

    Missing missing() {
        return new Missing();
    }
}
