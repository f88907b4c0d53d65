package dev.tidings.server.work;

import dev.tidings.core.hot.HotStateException;
import dev.tidings.core.log.LogException;
import dev.tidings.core.meta.MetaException;
import dev.tidings.widecolumn.StoreException;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;

/** Tells a record that can't be handled from a store that can't be used now. */
final class Blame {
    private Blame() {}

    /** Whether the failure is due to the record, so that trying it again when all else is well will not help. */
    static boolean isOnTheRecord(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StoreException store) {
                // Rows of this record's user that can't be read do not keep those of others from being written.
                return store.reason() == StoreException.Reason.CORRUPT;
            }
            if (cause instanceof LogException
                    || cause instanceof MetaException
                    || cause instanceof HotStateException
                    || cause instanceof StaleException
                    // Of a file beside the stores, such as the one that ids are reserved in.
                    || cause instanceof IOException
                    // It is being closed.
                    || cause instanceof RejectedExecutionException
                    || cause instanceof OutOfMemoryError
                    || cause instanceof LinkageError) {
                return false;
            }
        }
        return true;
    }
}
