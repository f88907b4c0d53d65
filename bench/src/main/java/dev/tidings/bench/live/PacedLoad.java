package dev.tidings.bench.live;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * An open-loop load at a fixed rate: latency to the response and latency to the socket. The clock of each notification starts when it is
 * due, even if no connection is free; both of its durations start from the same clock reading.
 */
final class PacedLoad extends SocketLoad {
    private static final int DIGITS = 3;
    private static final long SECOND = 1_000_000_000L;

    private final SocketLoop loop;
    private final Recipients crowd;
    private final Deque<PublishConnection> free;
    private final long first;
    private final long rate;
    private final long[] dueAt;
    private final ExpectedNumbers expected;
    private final Deque<Long> waiting = new ArrayDeque<>();
    private final Histogram toAnswer = new Histogram(DIGITS);
    private final Histogram toFrame = new Histogram(DIGITS);

    private int sent;
    private int accepted;
    private long start;

    PacedLoad(SocketLoop loop, Recipients crowd, List<PublishConnection> posters, long first, int count, long rate) {
        this.loop = loop;
        this.crowd = crowd;
        free = new ArrayDeque<>(posters);
        this.first = first;
        this.rate = rate;
        dueAt = new long[count];
        expected = new ExpectedNumbers(first, count);
    }

    @Override
    void start() {
        start = System.nanoTime();
        loop.tick(this::sendDue);
    }

    private void sendDue() {
        while (sent < dueAt.length) {
            long now = System.nanoTime();
            if (start + sent * SECOND / rate > now) {
                return;
            }
            // The loop may be up to a millisecond late. That is not time of the server, and would only make both
            // durations more alike.
            dueAt[sent] = now;
            waiting.add(first + sent++);
            sendNext();
        }
    }

    private void sendNext() {
        if (!free.isEmpty() && !waiting.isEmpty()) {
            long number = waiting.remove();
            free.remove().send(crowd.request(number), number, this);
        }
    }

    @Override
    public void accepted(PublishConnection poster, long number, long now) {
        toAnswer.recordValue(now - dueAt[(int) (number - first)]);
        accepted++;
        free.add(poster);
        sendNext();
        finishIfComplete();
    }

    @Override
    void received(long number, long now) {
        int at = expected.arrived(number);
        if (at >= 0) {
            toFrame.recordValue(now - dueAt[at]);
            finishIfComplete();
        }
    }

    private void finishIfComplete() {
        if (accepted == dueAt.length && expected.missing() == 0) {
            loop.tick(null);
            finish(
                    toAnswer.getValueAtPercentile(50),
                    toAnswer.getValueAtPercentile(99),
                    toFrame.getValueAtPercentile(50),
                    toFrame.getValueAtPercentile(99));
        }
    }

    @Override
    String missing() {
        return dueAt.length - accepted + " answers and " + expected.missing() + " frames of " + dueAt.length;
    }
}
