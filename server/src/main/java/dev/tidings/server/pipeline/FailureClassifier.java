package dev.tidings.server.pipeline;

import dev.tidings.core.hot.FencedException;
import dev.tidings.core.hot.HotStateException;
import dev.tidings.core.log.LogException;
import dev.tidings.core.metadata.MetadataException;
import dev.tidings.widecolumn.StoreException;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;

/**
 * Decides whether an exception is caused by the record that was processed, which may then be quarantined, or by an unavailable dependency,
 * after which the batch is redelivered.
 */
final class FailureClassifier {
    private FailureClassifier() {}

    /** Whether the record causes the failure, so that a retry does not help. */
    static boolean isCausedByRecord(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StoreException store) {
                // Corrupt rows of this record's user do not prevent writes for others.
                return store.reason() == StoreException.Reason.CORRUPT;
            }
            if (cause instanceof LogException
                    || cause instanceof MetadataException
                    || cause instanceof HotStateException
                    || cause instanceof FencedException
                    || cause instanceof StaleDecisionException
                    // A file beside the stores, such as the one that reserves ids.
                    || cause instanceof IOException
                    // The executor is shutting down.
                    || cause instanceof RejectedExecutionException
                    || cause instanceof OutOfMemoryError
                    || cause instanceof LinkageError) {
                return false;
            }
        }
        return true;
    }
}
