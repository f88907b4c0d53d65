package dev.tidings.server.schedule;

import dev.tidings.tables.Buckets;
import dev.tidings.tables.ScheduleCursorRow;
import dev.tidings.tables.ScheduleStateRow;
import dev.tidings.tables.ScheduledNotificationRow;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Upsert;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.UUID;

/** A row of the schedule as another version would have written it. */
final class StoredRow {
    private final Engine engine;
    private final ScheduleStateRow state;
    private long writeTime = 1;

    StoredRow(ScheduleWorld world, UUID id, Instant due) {
        engine = world.engine;
        state = engine.readOne(ScheduleStateRow.TABLE.select(ScheduleStateRow.LATEST, ScheduleWorld.TENANT, id))
                .join()
                .filter(found -> found.scheduledAt().equals(due))
                .orElseThrow();
    }

    /** Changes the first byte of the record. */
    void setRecordVersion(int version) {
        ByteBuffer stored = engine.readOne(ScheduledNotificationRow.TABLE.select(
                        ScheduledNotificationRow.ONE,
                        state.layout(),
                        Buckets.minute(state.scheduledAt()),
                        state.shard(),
                        state.scheduledAt(),
                        state.notificationId()))
                .join()
                .orElseThrow()
                .record();
        ByteBuffer record =
                ByteBuffer.allocate(stored.remaining()).put(stored.duplicate()).flip();
        record.put(0, (byte) version);
        write(update().set(ScheduledNotificationRow.RECORD, record));
    }

    /** Adds a change of the schedule with this outcome. */
    void addState(String outcome) {
        engine.insertIfAbsent(
                        ScheduleStateRow.TABLE,
                        ScheduleStates.next(state, state.version() + 1, outcome, state.scheduledAt()))
                .join();
        write(update().set(ScheduledNotificationRow.CHANGED, true));
    }

    private Upsert update() {
        return ScheduledNotificationRow.TABLE.update(
                state.layout(),
                Buckets.minute(state.scheduledAt()),
                state.shard(),
                state.scheduledAt(),
                state.notificationId());
    }

    private void write(Upsert upsert) {
        engine.write(upsert.at(++writeTime)).join();
    }

    /** The stored cursor of its shard. */
    Instant cursor() {
        return engine.readOne(ScheduleCursorRow.TABLE.select(ScheduleCursorRow.ONE, state.layout(), state.shard()))
                .join()
                .orElseThrow()
                .notificationsFiredTo();
    }
}
