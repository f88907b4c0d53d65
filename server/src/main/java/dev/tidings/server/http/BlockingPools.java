package dev.tidings.server.http;

import dev.tidings.server.auth.AuthPools;
import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.storage.Closing;

/** The thread pools for blocking calls of the HTTP server, kept apart so that one kind of call never queues behind another. */
final class BlockingPools implements AutoCloseable {
    private static final int METADATA_THREADS = 8;
    private static final int AUTH_THREADS = 2;
    private static final int UNTRUSTED_THREADS = 2;
    private static final int MAX_QUEUED = 1_000;
    private static final int MAX_UNKNOWN_KEYS_QUEUED = 200;

    private final BlockingPool metadata = new BlockingPool("http-metadata", METADATA_THREADS, MAX_QUEUED);
    private final BlockingPool batches =
            new BlockingPool("http-batch", Runtime.getRuntime().availableProcessors(), MAX_QUEUED);
    private final BlockingPool knownKeys = new BlockingPool("http-auth", AUTH_THREADS, MAX_QUEUED);
    private final BlockingPool unknownKeys =
            new BlockingPool("http-auth-unknown", UNTRUSTED_THREADS, MAX_UNKNOWN_KEYS_QUEUED);
    private final BlockingPool receipts = new BlockingPool("http-receipts", UNTRUSTED_THREADS, MAX_QUEUED);

    /** For calls to the metadata store. */
    BlockingPool metadata() {
        return metadata;
    }

    /** For parsing and submitting batches. */
    BlockingPool batches() {
        return batches;
    }

    /** For receipts: their route is public and must not block other calls. */
    BlockingPool receipts() {
        return receipts;
    }

    AuthPools auth() {
        return new AuthPools(metadata, knownKeys, unknownKeys);
    }

    @Override
    public void close() {
        Closing.all(batches, metadata, knownKeys, unknownKeys, receipts);
    }
}
