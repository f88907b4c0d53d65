package dev.tidings.widecolumn.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.QueryExecutionException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;

/** Converts failures of the driver to {@link StoreException}s with a {@link Reason}, and tells which are transient and can be retried. */
final class CassandraErrors {
    private CassandraErrors() {}

    /** Whether the failure is transient, so that a retry, perhaps on another node, can succeed. It may still be unsafe. */
    static boolean isTransient(Throwable failure) {
        return failure instanceof AllNodesFailedException
                || failure instanceof UnavailableException
                || failure instanceof WriteTimeoutException
                || failure instanceof ReadTimeoutException
                || failure instanceof DriverTimeoutException
                || failure instanceof ClosedConnectionException
                || failure instanceof HeartbeatException
                || failure instanceof BootstrappingException
                || failure instanceof ServerError
                || failure instanceof QueryExecutionException && !(failure instanceof OverloadedException);
    }

    /**
     * For reads and for writes that carry their timestamp. Both are idempotent: a retry is safe even if some replicas applied the
     * write.
     */
    static StoreException ofIdempotent(String what, Throwable failure) {
        if (failure instanceof StoreException already) {
            return already;
        }
        if (failure instanceof OverloadedException || failure instanceof RequestThrottlingException) {
            return new StoreException(Reason.OVERLOADED, what + " was refused: " + failure.getMessage(), failure);
        }
        if (failure instanceof QueryValidationException) {
            return new StoreException(Reason.MISCONFIGURED, what + " was refused: " + failure.getMessage(), failure);
        }
        if (isTransient(failure)) {
            return new StoreException(
                    Reason.UNAVAILABLE, what + " failed, too few replicas responded: " + failure.getMessage(), failure);
        }
        return new StoreException(Reason.UNKNOWN_OUTCOME, what + " failed: " + failure, failure);
    }
}
