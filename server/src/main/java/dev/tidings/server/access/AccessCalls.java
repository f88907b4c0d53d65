package dev.tidings.server.access;

/**
 * The threads on which keys and secrets are read and changed.
 *
 * @param changes shared with all else that is asked of the database
 * @param checks for telling who calls, and nothing else: nobody has to wait there for what others write
 * @param strangers the same for keys that nobody has seen yet, which may all be made up: known ones do not wait behind them
 */
public record AccessCalls(MetaCalls changes, MetaCalls checks, MetaCalls strangers) {}
