package dev.tidings.server.schedule;

import dev.tidings.tables.ScheduleCursorRow;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Upsert;
import java.time.Instant;

/**
 * The durable cursor of a shard: the time before which everything is in the log, and the reach, before which nothing can be cancelled any
 * more. Each write carries the owner's epoch as a fence token, so that writes of a former owner have no effect; a former owner gets a
 * {@link LostShardException}. For one thread.
 */
final class ShardCursor {
    private static final int COUNTER_BITS = 32;

    private final Engine engine;
    private final ShardId shard;
    private final long epoch;
    private long writes;
    private Instant firedTo;
    private volatile Instant reach;

    private ShardCursor(Engine engine, ShardId shard, long epoch) {
        this.engine = engine;
        this.shard = shard;
        this.epoch = epoch;
    }

    /**
     * @param beginning where the first owner starts
     * @throws LostShardException if there is a later owner already
     */
    static ShardCursor takeOver(Engine engine, ShardId shard, long epoch, Instant beginning) {
        ShardCursor cursor = new ShardCursor(engine, shard, epoch);
        cursor.write(cursor.update());
        ScheduleCursorRow row = cursor.read();
        cursor.firedTo = row.notificationsFiredTo() == null ? beginning : row.notificationsFiredTo();
        cursor.reach = row.notificationsReach() == null ? cursor.firedTo : row.notificationsReach();
        return cursor;
    }

    /** Everything due before this is in the log. */
    Instant firedTo() {
        return firedTo;
    }

    /** No row due at or after this was read to be sent, by this owner or a predecessor. */
    Instant reach() {
        return reach;
    }

    /** Durable when it returns. From then on nothing below it can be cancelled. */
    void raise(Instant to) {
        write(update().set(ScheduleCursorRow.NOTIFICATIONS_REACH, to));
        read();
        reach = to;
    }

    /** Durable when it returns. Also moves back, if the clock was set back. */
    void moveTo(Instant to) {
        write(update().set(ScheduleCursorRow.NOTIFICATIONS_FIRED_TO, to));
        firedTo = to;
    }

    private Upsert update() {
        return ScheduleCursorRow.TABLE
                .update(shard.layout(), shard.shard())
                .set(ScheduleCursorRow.EPOCH, epoch)
                .at(epoch << COUNTER_BITS | ++writes);
    }

    private void write(Upsert upsert) {
        engine.write(upsert).join();
    }

    private ScheduleCursorRow read() {
        ScheduleCursorRow row = engine.readOne(
                        ScheduleCursorRow.TABLE.select(ScheduleCursorRow.ONE, shard.layout(), shard.shard()))
                .join()
                .orElseThrow();
        if (row.epoch() != epoch) {
            throw new LostShardException(shard, epoch, row.epoch());
        }
        return row;
    }
}
