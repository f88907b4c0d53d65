package dev.tidings.server.http;

import dev.tidings.server.auth.Caller;
import io.vertx.core.Context;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Processes one HTTP request on its event loop, in this order: route, limits, authentication, parameters, body, handler, response. Any
 * exception becomes a problem response.
 */
final class Exchange implements BodyReader.BodyListener {
    /** A rejected body is still drained up to this size, so that the connection can be reused. */
    private static final long MAX_DRAINED_BYTES = 64 << 10;
    /** A client that is still sending would not see the response if the connection were closed immediately. */
    private static final long LINGER_MILLIS = 1_000;
    /** The time in which the rest of a rejected body has to arrive. */
    private static final long DRAIN_MILLIS = 5_000;

    private final HttpContext httpContext;
    private final Timeouts bodies;
    private final HttpServerRequest request;
    private final Context context = Vertx.currentContext();
    private RouteTable.Match match;
    private Route route;
    private Caller caller;
    private long credentialsVersion;
    private Map<String, String> query;
    private String mediaType;
    private BodyReader body;
    private boolean counted;
    private final long startedNanos = System.nanoTime();

    Exchange(HttpContext httpContext, Timeouts bodies, HttpServerRequest request) {
        this.httpContext = httpContext;
        this.bodies = bodies;
        this.request = request;
    }

    void start() {
        try {
            if (ConnectionPipeline.isReserved(request.connection()) && !Routes.HEALTH.equals(request.path())) {
                throw ProblemMapper.overloaded();
            }
            match = httpContext.routes().find(request.path());
            ApiResponse preflight = findRoute();
            if (preflight != null) {
                send(preflight);
                return;
            }
            if (route.access() == RouteAccess.PUBLIC) {
                read(null);
                return;
            }
            counted = httpContext.requests().tryAcquire(1);
            if (!counted) {
                throw ProblemMapper.overloaded();
            }
            authenticate();
        } catch (RuntimeException refused) {
            fail(refused);
        }
    }

    /** Sets the route and returns null, or returns the response to a CORS preflight. */
    private ApiResponse findRoute() {
        if (match == null) {
            throw new ProblemException(Problem.NO_SUCH_PATH, "the paths are listed in /openapi.yaml");
        }
        String method = request.method().name();
        route = match.route(method);
        if (route != null) {
            return null;
        }
        String origin = header(HeaderNames.ORIGIN);
        boolean isPreflight =
                method.equals("OPTIONS") && origin != null && header("Access-Control-Request-Method") != null;
        if (isPreflight && match.allowsCors()) {
            return httpContext.cors().preflight(origin, match.allowed());
        }
        throw new ProblemException(Problem.METHOD_NOT_ALLOWED, "this path accepts " + match.allowed())
                .header("Allow", match.allowed());
    }

    private void authenticate() {
        credentialsVersion = httpContext.authenticator().version();
        CompletableFuture<Caller> known = credentials();
        if (known.isDone()) {
            read(known.join());
            return;
        }
        request.pause();
        known.whenComplete((found, failure) -> onEventLoop(() -> {
            try {
                if (failure != null) {
                    throw ProblemMapper.toProblem(failure, route.operationId(), null);
                }
                read(found);
            } catch (RuntimeException refused) {
                fail(refused);
            }
            request.resume();
        }));
    }

    /** After a body that may have taken long: meanwhile the caller's tenant may have been deleted, and even created again. */
    private void authenticateAgain(byte[] bytes) {
        credentialsVersion = httpContext.authenticator().version();
        credentials()
                .whenComplete((found, failure) -> onEventLoop(() -> {
                    try {
                        if (failure != null) {
                            throw ProblemMapper.toProblem(failure, route.operationId(), null);
                        }
                        caller = found;
                        route.access().check(caller);
                        complete(bytes);
                    } catch (RuntimeException refused) {
                        fail(refused);
                    }
                }));
    }

    private CompletableFuture<Caller> credentials() {
        String authorization = header(HeaderNames.AUTHORIZATION);
        if (route.access() != RouteAccess.LIVE) {
            return httpContext.authenticator().authenticate(authorization);
        }
        String ticket = UrlText.query(request.query(), route.query()).get("ticket");
        return httpContext.authenticator().authenticate(LiveConnections.presented(request, ticket));
    }

    private void read(Caller found) {
        caller = found;
        route.access().check(caller);
        query = UrlText.query(request.query(), route.query());
        long announced = announcedLength();
        boolean hasBody = announced != 0;
        BodyKind kind = route.body();
        if (kind == BodyKind.NONE && hasBody) {
            throw new ProblemException(Problem.UNEXPECTED_BODY, "this call accepts no body");
        }
        if (kind != BodyKind.NONE && (hasBody || kind != BodyKind.OPTIONAL_JSON)) {
            mediaType = kind.check(header(HeaderNames.CONTENT_TYPE), header(HeaderNames.CONTENT_ENCODING));
        }
        if (!hasBody) {
            complete(new byte[0]);
            return;
        }
        int maxBytes = kind.isBatch()
                ? httpContext.options().maxBatchBytes().intBytes()
                : httpContext.options().maxBodyBytes().intBytes();
        body = new BodyReader(request, maxBytes, httpContext.bodyBytes(), bodies, this);
        body.start(announced);
        if (!request.response().ended() && "100-continue".equalsIgnoreCase(header(HeaderNames.EXPECT))) {
            request.response().writeContinue();
        }
    }

    /** Negative if there is a body of unknown length. */
    private long announcedLength() {
        String length = header(HeaderNames.CONTENT_LENGTH);
        if (length == null) {
            return header(HeaderNames.TRANSFER_ENCODING) == null ? 0 : -1;
        }
        try {
            return Long.parseLong(length);
        } catch (NumberFormatException no) {
            throw new ProblemException(Problem.MALFORMED_HTTP, "Content-Length is not a number");
        }
    }

    @Override
    public void complete(byte[] bytes) {
        try {
            boolean isOutdated = caller != null
                    && credentialsVersion != httpContext.authenticator().version();
            if (isOutdated && route.access() != RouteAccess.LIVE) {
                authenticateAgain(bytes);
                return;
            }
            if (route.access() == RouteAccess.LIVE) {
                if (request.response().closed()) {
                    // The client disconnected meanwhile, which has released the connection already.
                    finish();
                    return;
                }
                httpContext.live().open((Caller.User) caller, query, request);
                finish();
                return;
            }
            CompletionStage<ApiResponse> answer = route.handler()
                    .handle(new ApiRequest(caller, match.parameters(), query, this::header, mediaType, bytes));
            answer.whenComplete((done, failure) -> onEventLoop(() -> {
                if (failure == null) {
                    send(done);
                } else {
                    fail(failure);
                }
            }));
        } catch (RuntimeException refused) {
            fail(refused);
        }
    }

    @Override
    public void failed(ProblemException problem) {
        fail(problem);
    }

    @Override
    public void disconnected() {
        finish();
    }

    private void onEventLoop(Runnable step) {
        if (Vertx.currentContext() == context) {
            step.run();
        } else {
            context.runOnContext(now -> step.run());
        }
    }

    private void fail(Throwable failure) {
        String what = route == null ? "routing" : route.operationId();
        ProblemException problem = ProblemMapper.toProblem(failure, what, query == null ? null : query.get("cursor"));
        send(RetryLaterStream.of(problem, request, httpContext.cors()).orElseGet(() -> ApiResponse.problem(problem)));
    }

    private void send(ApiResponse answer) {
        finish();
        HttpServerResponse response = request.response();
        if (response.ended() || response.closed()) {
            return;
        }
        httpContext.meters().answered(route, answer.status(), System.nanoTime() - startedNanos);
        response.setStatusCode(answer.status());
        MultiMap headers = response.headers();
        answer.headers().forEach(headers::set);
        headers.set(HeaderNames.CONTENT_TYPE_OPTIONS, HeaderNames.NOSNIFF);
        if (!headers.contains(HeaderNames.CACHE_CONTROL)) {
            headers.set(HeaderNames.CACHE_CONTROL, HeaderNames.NO_STORE);
        }
        if (match != null && match.allowsCors()) {
            httpContext.cors().mark(header(HeaderNames.ORIGIN), headers);
        }
        if (answer.contentType() != null) {
            headers.set(HeaderNames.CONTENT_TYPE, answer.contentType());
        }
        boolean unread = !request.isEnded() && hasBody();
        boolean closeAfterwards = unread && unreadIsLarge();
        if (closeAfterwards) {
            headers.set(HeaderNames.CONNECTION, "close");
        }
        if (request.method() == HttpMethod.HEAD) {
            headers.set(
                    HeaderNames.CONTENT_LENGTH, Integer.toString(answer.body().remaining()));
            response.end();
        } else {
            ResponseBody.send(response, answer.body());
        }
        if (unread) {
            dropBody(closeAfterwards ? LINGER_MILLIS : DRAIN_MILLIS);
        }
    }

    /** Drops the rest of the body, and closes the connection if it does not arrive in time. */
    private void dropBody(long millis) {
        long closing =
                context.owner().setTimer(millis, late -> request.connection().close());
        request.handler(dropped -> {});
        request.endHandler(end -> context.owner().cancelTimer(closing));
        request.exceptionHandler(disconnected -> context.owner().cancelTimer(closing));
    }

    private boolean hasBody() {
        return header(HeaderNames.CONTENT_LENGTH) != null || header(HeaderNames.TRANSFER_ENCODING) != null;
    }

    private boolean unreadIsLarge() {
        String length = header(HeaderNames.CONTENT_LENGTH);
        if (length == null) {
            return header(HeaderNames.TRANSFER_ENCODING) != null;
        }
        return length.length() > 6 || Long.parseLong(length) - request.bytesRead() > MAX_DRAINED_BYTES;
    }

    private void finish() {
        if (body != null) {
            body.release();
        }
        if (counted) {
            counted = false;
            httpContext.requests().release(1);
        }
    }

    private String header(CharSequence name) {
        return request.headers().get(name);
    }
}
