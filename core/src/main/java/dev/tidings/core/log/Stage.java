package dev.tidings.core.log;

/** What is done with the records of a lane. */
public enum Stage {
    /** Lists of users become a record for each. */
    EXPAND,
    /** It is decided what each user hears, and where. */
    ROUTE,
    /** What is decided leaves the house: a stage for each channel, so that none waits for another's provider. */
    PUSH,
    EMAIL,
    SMS,
    WEBHOOK,
    /** Tenants' own programs are told what happened. */
    TELL
}
