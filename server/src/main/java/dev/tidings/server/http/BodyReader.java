package dev.tidings.server.http;

import dev.tidings.server.limits.Permits;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;

/**
 * Reads a request body as it arrives, up to its maximum length and within the memory budget shared by all bodies, and passes it or the
 * problem to a listener. Runs on the request's event loop.
 *
 * <p>Memory is reserved for the chunks as they come, not for the whole Content-Length: otherwise a few connections that announce large
 * bodies and send nothing would exhaust the budget.
 */
final class BodyReader implements Timeouts.Timed {
    private static final byte[] EMPTY = {};
    /** Most bodies are smaller and announce their length: they are read into one array without copying. */
    private static final int MAX_PREALLOCATED = 64 << 10;

    /** The receiver of the body. */
    interface BodyListener {
        void complete(byte[] body);

        void failed(ProblemException problem);

        /** The client disconnected. */
        void disconnected();
    }

    private final HttpServerRequest request;
    private final int max;
    private final Permits permits;
    private final Timeouts timeouts;
    private final BodyListener listener;
    private final long startedNanos = System.nanoTime();
    private byte[] bytes = EMPTY;
    /** The announced length, or else the maximum. */
    private int expectedLength;

    private int length;
    private long reserved;
    private boolean finished;

    BodyReader(HttpServerRequest request, int max, Permits permits, Timeouts timeouts, BodyListener listener) {
        this.request = request;
        this.max = max;
        this.expectedLength = max;
        this.permits = permits;
        this.timeouts = timeouts;
        this.listener = listener;
    }

    @Override
    public long startedNanos() {
        return startedNanos;
    }

    /** @param announced the length in the headers; negative if unknown */
    void start(long announced) {
        if (announced > max) {
            fail(tooLarge(announced + " bytes"));
            return;
        }
        if (announced > 0) {
            expectedLength = (int) announced;
            int first = Math.min(expectedLength, MAX_PREALLOCATED);
            if (!reserve(first)) {
                return;
            }
            bytes = new byte[first];
        }
        timeouts.add(this);
        request.exceptionHandler(disconnect -> finish(listener::disconnected));
        request.handler(this::append);
        request.endHandler(end -> finish(() -> listener.complete(whole())));
    }

    @Override
    public void timeOut() {
        fail(new ProblemException(Problem.TIMED_OUT, "only " + length + " bytes of the body have arrived"));
    }

    /** Returns the memory of the body to the budget. */
    void release() {
        permits.release(reserved);
        reserved = 0;
    }

    private void append(Buffer chunk) {
        if (finished) {
            return;
        }
        int needed = length + chunk.length();
        if (needed > max) {
            fail(tooLarge("more than " + max + " bytes"));
            return;
        }
        if (needed > bytes.length) {
            int grown = Math.max(needed, (int) Math.min(expectedLength, bytes.length * 2L));
            if (!reserve(grown - bytes.length)) {
                return;
            }
            bytes = Arrays.copyOf(bytes, grown);
        }
        chunk.getBytes(0, chunk.length(), bytes, length);
        length = needed;
    }

    private boolean reserve(long amount) {
        if (permits.tryAcquire(amount)) {
            reserved += amount;
            return true;
        }
        fail(ProblemMapper.overloaded());
        return false;
    }

    private byte[] whole() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    private ProblemException tooLarge(String got) {
        return new ProblemException(Problem.BODY_TOO_LARGE, "got " + got + ", expected at most " + max);
    }

    private void fail(ProblemException problem) {
        finish(() -> listener.failed(problem));
    }

    private void finish(Runnable outcome) {
        if (!finished) {
            finished = true;
            timeouts.remove(this);
            outcome.run();
        }
    }
}
