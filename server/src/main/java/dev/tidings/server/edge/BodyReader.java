package dev.tidings.server.edge;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;

/**
 * Reads a body as it arrives, no further than it may be long, and only if there is room for it. On the request's event loop.
 *
 * <p>Room is taken for the parts as they come: if it were taken for what is announced, a few connections that announce much and
 * send nothing would leave none for others.
 */
final class BodyReader {
    private static final byte[] EMPTY = {};
    /** Most bodies are smaller and announced: they are read into place, without a copy. */
    private static final int AT_ONCE = 64 << 10;

    /** Who waits for the body. */
    interface Reader {
        void complete(byte[] body);

        void failed(ProblemException problem);

        /** The client has gone. */
        void gone();
    }

    private final HttpServerRequest request;
    private final int most;
    private final Room room;
    private final OpenBodies open;
    private final Reader reader;
    private final long startedNanos = System.nanoTime();
    private byte[] bytes = EMPTY;
    /** How long it may become: what is announced, or else the most that it may be. */
    private int longest;

    private int length;
    private long taken;
    private boolean over;

    BodyReader(HttpServerRequest request, int most, Room room, OpenBodies open, Reader reader) {
        this.request = request;
        this.most = most;
        this.longest = most;
        this.room = room;
        this.open = open;
        this.reader = reader;
    }

    long startedNanos() {
        return startedNanos;
    }

    /** @param announced the length that the headers say; negative if they do not */
    void start(long announced) {
        if (announced > most) {
            fail(tooLarge(announced + " bytes"));
            return;
        }
        if (announced > 0) {
            longest = (int) announced;
            int first = Math.min(longest, AT_ONCE);
            if (!takeRoom(first)) {
                return;
            }
            bytes = new byte[first];
        }
        open.add(this);
        request.exceptionHandler(gone -> finish(reader::gone));
        request.handler(this::part);
        request.endHandler(end -> finish(() -> reader.complete(whole())));
    }

    void giveUp() {
        fail(new ProblemException(Problem.TIMED_OUT, "only " + length + " bytes of the body have arrived"));
    }

    /** The body is no longer needed. */
    void release() {
        room.giveBack(taken);
        taken = 0;
    }

    private void part(Buffer part) {
        if (over) {
            return;
        }
        int needed = length + part.length();
        if (needed > most) {
            fail(tooLarge("more than " + most + " bytes"));
            return;
        }
        if (needed > bytes.length) {
            int grown = Math.max(needed, (int) Math.min(longest, bytes.length * 2L));
            if (!takeRoom(grown - bytes.length)) {
                return;
            }
            bytes = Arrays.copyOf(bytes, grown);
        }
        part.getBytes(0, part.length(), bytes, length);
        length = needed;
    }

    private boolean takeRoom(long amount) {
        if (room.take(amount)) {
            taken += amount;
            return true;
        }
        fail(Failures.overloaded());
        return false;
    }

    private byte[] whole() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    private ProblemException tooLarge(String got) {
        return new ProblemException(Problem.BODY_TOO_LARGE, "got " + got + ", expected at most " + most);
    }

    private void fail(ProblemException problem) {
        finish(() -> reader.failed(problem));
    }

    private void finish(Runnable outcome) {
        if (!over) {
            over = true;
            open.remove(this);
            outcome.run();
        }
    }
}
