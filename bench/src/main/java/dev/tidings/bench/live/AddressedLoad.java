package dev.tidings.bench.live;

import java.util.List;

/** A closed-loop load at maximum throughput: each connection sends its next request after the answer to the previous one. */
final class AddressedLoad extends SocketLoad {
    private final Recipients crowd;
    private final List<PublishConnection> posters;
    private final long first;
    private final int count;
    private final ExpectedNumbers expected;

    private int sent;
    private int accepted;
    private long start;

    AddressedLoad(Recipients crowd, List<PublishConnection> posters, long first, int count) {
        this.crowd = crowd;
        this.posters = posters;
        this.first = first;
        this.count = count;
        expected = new ExpectedNumbers(first, count);
    }

    @Override
    void start() {
        start = System.nanoTime();
        posters.forEach(this::next);
    }

    private void next(PublishConnection poster) {
        if (sent < count) {
            long number = first + sent++;
            poster.send(crowd.request(number), number, this);
        }
    }

    @Override
    public void accepted(PublishConnection poster, long number, long now) {
        accepted++;
        next(poster);
        finishIfComplete(now);
    }

    @Override
    void received(long number, long now) {
        if (expected.arrived(number) >= 0) {
            finishIfComplete(now);
        }
    }

    private void finishIfComplete(long now) {
        if (accepted == count && expected.missing() == 0) {
            finish(now - start);
        }
    }

    @Override
    String missing() {
        return count - accepted + " answers and " + expected.missing() + " frames of " + count;
    }
}
