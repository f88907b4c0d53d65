package dev.tidings.bench.live;

/** A broadcast load: one notification to every open socket, timed from the first socket to the last and from the request to the last. */
final class BroadcastLoad extends SocketLoad {
    private final byte[] request;
    private final PublishConnection poster;
    private final long number;
    private final int sockets;

    private boolean accepted;
    private int received;
    private long start;
    private long firstAt;
    private long lastAt;

    BroadcastLoad(byte[] request, PublishConnection poster, long number, int sockets) {
        this.request = request;
        this.poster = poster;
        this.number = number;
        this.sockets = sockets;
    }

    @Override
    void start() {
        start = System.nanoTime();
        poster.send(request, number, this);
    }

    @Override
    public void accepted(PublishConnection from, long which, long now) {
        accepted = true;
        finishIfComplete();
    }

    @Override
    void received(long which, long now) {
        if (which != number) {
            return;
        }
        if (received == 0) {
            firstAt = now;
        }
        received++;
        lastAt = now;
        finishIfComplete();
    }

    private void finishIfComplete() {
        if (accepted && received == sockets) {
            finish(lastAt - firstAt, lastAt - start);
        }
    }

    @Override
    String missing() {
        return sockets - received + " frames of " + sockets;
    }
}
