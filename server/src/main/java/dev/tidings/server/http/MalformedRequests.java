package dev.tidings.server.http;

import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

/** Answers requests that are not well-formed HTTP. */
final class MalformedRequests {
    private MalformedRequests() {}

    /** Rejects malformed HTTP, and request lines and headers over their limits. */
    static void refuse(HttpServerRequest request) {
        Throwable cause = request.decoderResult().cause();
        Problem problem = Problem.MALFORMED_HTTP;
        if (cause instanceof TooLongHttpLineException) {
            problem = Problem.URI_TOO_LONG;
        } else if (cause instanceof TooLongHttpHeaderException || cause instanceof TooLongFrameException) {
            problem = Problem.HEADERS_TOO_LARGE;
        }
        ApiResponse answer = ApiResponse.problem(new ProblemException(problem, problem.help()));
        request.response()
                .setStatusCode(answer.status())
                .putHeader("Content-Type", answer.contentType())
                .putHeader("Connection", "close")
                .end(Buffer.buffer(answer.bytes()))
                .onComplete(sent -> request.connection().close());
    }
}
