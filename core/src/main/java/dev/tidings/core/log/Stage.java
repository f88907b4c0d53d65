package dev.tidings.core.log;

/** What is done with the records of a lane. */
public enum Stage {
    /** Lists of users become a record for each. */
    EXPAND,
    /** It is decided what each user hears, and where. */
    ROUTE
}
