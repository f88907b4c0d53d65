package dev.tidings.core.log;

import dev.tidings.core.model.StoredCode;

/**
 * A stage of the pipeline, with its own queues in the log: fan-out to users, routing, outbound delivery per channel, webhook events to
 * tenants, and marks of users that have to be written again.
 */
public enum Stage implements StoredCode {
    /** Fan-out: one record per user of a list. */
    EXPAND(0),
    /** Decides for each user on which channels a notification is delivered. */
    ROUTE(1),
    /** Outbound delivery: one stage per channel, so that no channel waits for another's providers. */
    PUSH(2),
    EMAIL(3),
    SMS(4),
    WEBHOOK(5),
    /** Webhook events to tenants' endpoints. */
    EVENTS(6),
    /** Writes marks again whose outcome was unknown. */
    MARK(7);

    private static final Stage[] ALL = values();

    private final byte code;

    Stage(int code) {
        this.code = (byte) code;
    }

    @Override
    public byte code() {
        return code;
    }

    public static Stage ofCode(int code) {
        return StoredCode.find(ALL, code, "stage");
    }
}
