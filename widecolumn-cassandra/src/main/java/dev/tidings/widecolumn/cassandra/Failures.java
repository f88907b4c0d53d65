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

/** What the driver's errors mean to a caller of the kit. */
final class Failures {
    private Failures() {}

    /** Whether trying again later, on another node perhaps, can help. Says nothing about whether it is safe. */
    static boolean mayPass(Throwable failure) {
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
     * For reads and for writes that carry their time: if some replicas took the write, a repeat writes the same again, so trying
     * again is safe whatever happened.
     */
    static StoreException ofRepeatable(String what, Throwable failure) {
        if (failure instanceof StoreException already) {
            return already;
        }
        if (failure instanceof OverloadedException || failure instanceof RequestThrottlingException) {
            return new StoreException(Reason.OVERLOADED, what + " was refused: " + failure.getMessage(), failure);
        }
        if (failure instanceof QueryValidationException) {
            return new StoreException(Reason.MISCONFIGURED, what + " was refused: " + failure.getMessage(), failure);
        }
        if (mayPass(failure)) {
            return new StoreException(
                    Reason.UNAVAILABLE, what + " failed, too few replicas answer: " + failure.getMessage(), failure);
        }
        return new StoreException(Reason.UNKNOWN_OUTCOME, what + " failed: " + failure, failure);
    }
}
