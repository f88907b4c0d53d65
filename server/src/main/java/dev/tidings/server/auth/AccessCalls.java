package dev.tidings.server.auth;

/**
 * The thread pools for reading and changing credentials, kept apart so that authentication never queues behind other work.
 *
 * @param changes shared with all other calls to the database
 * @param checks authenticates known credentials only, so that it never queues behind writes
 * @param strangers authenticates credentials not seen before, all of which may be invented: known ones never queue behind them
 */
public record AccessCalls(BlockingPool changes, BlockingPool checks, BlockingPool strangers) {}
