package dev.tidings.channels.http;

import dev.tidings.core.delivery.Outcome;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;

/**
 * Maps transport failures to outcomes. A failure before the request was written is a retry; after that the outcome is unclear.
 * Exception messages are not passed on: they name hosts, and a URL can be a user's address.
 */
final class TransportFailures {
    private TransportFailures() {}

    static Outcome outcomeOf(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof HttpConnectTimeoutException
                || cause instanceof ConnectException
                || cause instanceof UnresolvedAddressException
                || cause instanceof UnknownHostException) {
            return unreachable(cause);
        }
        if (cause instanceof SSLHandshakeException) {
            return new Outcome.Retry("tls", "no secure connection: " + name(cause));
        }
        if (cause instanceof IOException
                && String.valueOf(cause.getMessage()).contains("too many concurrent streams")) {
            // Reported by the client before it sends anything: the server's limit of streams on one HTTP/2
            // connection.
            return busy();
        }
        if (cause instanceof TimeoutException
                || cause instanceof HttpTimeoutException
                || cause instanceof CancellationException) {
            return timeout();
        }
        if (cause instanceof ProtocolException || cause instanceof BoundedBody.TooLongException) {
            return ProviderResponse.malformed(name(cause));
        }
        if (cause instanceof IOException) {
            return connectionBroken(cause);
        }
        return ProviderResponse.malformed(name(cause));
    }

    static Outcome unreachable(Throwable cause) {
        return new Outcome.Retry("unreachable", "no connection: " + name(cause));
    }

    static Outcome connectionBroken(Throwable cause) {
        return new Outcome.Unclear(
                "broken_connection", "the connection broke before there was an answer: " + name(cause));
    }

    static Outcome timeout() {
        return new Outcome.Unclear("timeout", "no answer in time");
    }

    static Outcome busy() {
        return new Outcome.Retry("busy", "too many requests in flight");
    }

    static String name(Throwable cause) {
        String name = cause.getClass().getSimpleName();
        Throwable below = cause.getCause();
        return below == null || below == cause
                ? name
                : name + ", " + below.getClass().getSimpleName();
    }
}
