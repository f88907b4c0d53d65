package dev.tidings.server.auth;

/**
 * The thread pools for reading and changing credentials, kept apart so that authentication never queues behind other work.
 *
 * @param shared shared with all other calls to the database
 * @param known authenticates known credentials only, so that it never queues behind writes
 * @param unknown authenticates credentials not seen before, all of which may be invented: known ones never queue behind them
 */
public record AuthPools(BlockingPool shared, BlockingPool known, BlockingPool unknown) {}
