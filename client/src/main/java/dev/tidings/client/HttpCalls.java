package dev.tidings.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.client.model.Problem;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Sends requests with a bearer token, and repeats those that may be repeated.
 *
 * <p>After a failed attempt, the outcome is known or unknown. It is known if there was no connection, and after a 429 or 503, unless the
 * server says otherwise: nothing was done, and any request is repeated. It is unknown if a connection was lost or a proxy answered: a
 * request is repeated only if doing it twice is the same as doing it once, by its nature or by its idempotency key.
 *
 * @param bearer returns the API key or user token, or null for none; called for every attempt, since tokens expire
 * @param timeout of an attempt, from the connection to the last byte of the response
 */
record HttpCalls(HttpClient http, URI server, Supplier<String> bearer, Duration timeout, Retries retries) {
    private static final List<Integer> TEMPORARY = List.of(408, 429, 502, 503, 504);
    private static final List<Integer> NOTHING_DONE = List.of(429, 503);
    private static final int IN_PROGRESS = 409;

    ApiRequest to(Operation operation, String... parameters) {
        return new ApiRequest(this, operation.method(), operation.path(parameters), operation.repeat());
    }

    HttpCalls with(Supplier<String> other) {
        return new HttpCalls(http, server, other, timeout, retries);
    }

    HttpCalls once() {
        return new HttpCalls(http, server, bearer, timeout, Retries.none());
    }

    URI url(String path) {
        return URI.create(server.toString().replaceAll("/+$", "") + path);
    }

    ApiResponse send(ApiRequest request) {
        long start = System.nanoTime();
        boolean unknown = false;
        for (int attempt = 1; ; attempt++) {
            TidingsException failure;
            boolean repeat;
            try {
                HttpResponse<byte[]> response = attempt(request);
                if (response.statusCode() / 100 == 2) {
                    return new ApiResponse(server, response.statusCode(), response.headers(), response.body());
                }
                if (response.statusCode() == 404 && unknown && request.method().equals("DELETE")) {
                    // Deleted by an earlier attempt, whose answer was lost.
                    return new ApiResponse(server, 204, response.headers(), new byte[0]);
                }
                ProblemException problem = problem(request, response.statusCode(), response.headers(), response.body());
                boolean nothingDone = isNothingDone(problem);
                unknown |= TEMPORARY.contains(problem.status()) && !nothingDone;
                repeat = nothingDone || isTemporary(request, problem) && request.repeatable();
                failure = problem;
            } catch (IOException e) {
                boolean unsent = isUnsent(e);
                unknown |= !unsent;
                repeat = unsent || request.repeatable();
                failure = noAnswer(request, e, attempt, start, unknown);
            }
            Duration delay = delay(attempt, failure);
            if (!repeat || !retries.enabled() || elapsed(start).plus(delay).compareTo(retries.deadline()) > 0) {
                throw failure;
            }
            sleep(request, delay);
        }
    }

    /** Makes one attempt without credentials, and returns the response whatever its status. */
    ApiResponse ask(ApiRequest request) {
        long start = System.nanoTime();
        try {
            HttpResponse<byte[]> response = with(() -> null).attempt(request);
            return new ApiResponse(server, response.statusCode(), response.headers(), response.body());
        } catch (IOException e) {
            throw noAnswer(request, e, 1, start, false);
        }
    }

    /** Of a key in progress, Retry-After is the end of its lease; usually it is done long before. */
    private Duration delay(int attempt, TidingsException failure) {
        Duration backoff = retries.delay(attempt);
        Duration asked = failure instanceof ProblemException problem && problem.status() != IN_PROGRESS
                ? problem.retryAfter().orElse(Duration.ZERO)
                : Duration.ZERO;
        return asked.compareTo(backoff) > 0 ? asked : backoff;
    }

    private HttpResponse<byte[]> attempt(ApiRequest request) throws IOException {
        HttpRequest.Builder builder = HttpRequest.newBuilder(url(request.path()))
                .method(
                        request.method(),
                        request.body().length == 0
                                ? BodyPublishers.noBody()
                                : BodyPublishers.ofByteArray(request.body()));
        String credentials = bearer.get();
        if (credentials != null) {
            builder.header("Authorization", "Bearer " + credentials);
        }
        request.headers().forEach(builder::header);
        // HttpRequest.timeout ends with the headers of the response; a body that stalls must end as well.
        CompletableFuture<HttpResponse<byte[]>> response = http.sendAsync(builder.build(), BodyHandlers.ofByteArray());
        try {
            return response.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            response.cancel(true);
            throw new HttpTimeoutException("no complete answer within " + timeout);
        } catch (InterruptedException e) {
            response.cancel(true);
            throw interrupted(request, e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failed ? failed : new IOException(e.getCause());
        }
    }

    ProblemException problem(ApiRequest request, int status, HttpHeaders headers, byte[] body) {
        if (status / 100 == 3) {
            // Not followed: the key would be sent to the redirect's target.
            String location = headers.firstValue("Location").orElse("without a location");
            throw InvalidResponseException.redirect(server, status, location);
        }
        Duration retryAfter = headers.firstValue("Retry-After")
                .filter(text -> text.matches("[0-9]{1,6}"))
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
                .orElse(null);
        Problem problem;
        try {
            JsonNode json = Json.read(body);
            problem = json.isObject() ? Json.convert(json, Problem.class) : Problem.of(status);
        } catch (IOException notOurs) {
            if (!TEMPORARY.contains(status)) {
                throw InvalidResponseException.notJson(server, status, notOurs);
            }
            // The answer of a proxy.
            problem = Problem.of(status);
        }
        return new ProblemException(describe(request), problem.withStatus(status), retryAfter);
    }

    private static boolean isNothingDone(ProblemException problem) {
        return NOTHING_DONE.contains(problem.status())
                && problem.retryAfter().isPresent()
                && !"outcome_unknown".equals(problem.code());
    }

    private static boolean isTemporary(ApiRequest request, ProblemException problem) {
        return TEMPORARY.contains(problem.status())
                || request.keyed() && problem.status() == IN_PROGRESS && "in_progress".equals(problem.code());
    }

    /** Whether the request certainly did not reach the server. */
    private static boolean isUnsent(IOException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException
                    || cause instanceof HttpConnectTimeoutException
                    || cause instanceof UnresolvedAddressException) {
                return true;
            }
        }
        return false;
    }

    private ConnectionException noAnswer(
            ApiRequest request, IOException cause, int attempts, long start, boolean unknown) {
        String reason = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        String tries = attempts == 1
                ? ""
                : ", tried " + attempts + " times in " + elapsed(start).toSeconds() + " s";
        String text = "no answer to " + describe(request) + tries + ": " + reason;
        return new ConnectionException(server, text, unknown, cause);
    }

    private String describe(ApiRequest request) {
        return request.method() + " " + url(request.path());
    }

    private static Duration elapsed(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private void sleep(ApiRequest request, Duration delay) {
        try {
            Thread.sleep(delay.toMillis());
        } catch (InterruptedException e) {
            throw interrupted(request, e);
        }
    }

    private CallInterruptedException interrupted(ApiRequest request, InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new CallInterruptedException(describe(request), cause);
    }
}
