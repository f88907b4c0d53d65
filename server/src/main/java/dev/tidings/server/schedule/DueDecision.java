package dev.tidings.server.schedule;

/** The decision about a row that is due. */
enum DueDecision {
    SEND,
    /** It was cancelled or moved. */
    SKIP,
    /** It is of a newer version, or the last change of its schedule is: a newer version will decide. */
    LEAVE
}
