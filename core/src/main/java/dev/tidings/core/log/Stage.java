package dev.tidings.core.log;

/** A stage of the pipeline, with its own queues in the log. */
public enum Stage {
    /** Fan-out: one record per user of a list. */
    EXPAND,
    /** Decides for each user on which channels a notification is delivered. */
    ROUTE,
    /** Outbound delivery: one stage per channel, so that no channel waits for another's providers. */
    PUSH,
    EMAIL,
    SMS,
    WEBHOOK,
    /** Webhook events to tenants' endpoints. */
    TELL
}
