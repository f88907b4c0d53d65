package dev.tidings.server.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;

/**
 * The place of a connection within the {@link ConnectionLimits}: it is given back when the connection ends or is upgraded to a live one,
 * since this handler is removed from the pipeline then. Closes the connection if its first request does not arrive in time, so that silent
 * connections don't take the places of others.
 */
final class ConnectionSlot extends ChannelInboundHandlerAdapter implements Timeouts.Timed {
    private final ConnectionLimits limits;
    private final ConnectionLimits.Admission admission;
    private final Timeouts timeouts;
    private final long startedNanos = System.nanoTime();
    private ChannelHandlerContext context;

    /** @param timeouts of the first request, on the connection's event loop */
    ConnectionSlot(ConnectionLimits limits, ConnectionLimits.Admission admission, Timeouts timeouts) {
        this.limits = limits;
        this.admission = admission;
        this.timeouts = timeouts;
    }

    boolean isReserved() {
        return admission.reserved();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        timeouts.add(this);
    }

    /** The request line and headers are complete. */
    @Override
    public void channelRead(ChannelHandlerContext read, Object message) {
        if (message instanceof HttpRequest) {
            timeouts.remove(this);
        }
        read.fireChannelRead(message);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext removed) {
        timeouts.remove(this);
        limits.release(admission);
    }

    @Override
    public long startedNanos() {
        return startedNanos;
    }

    @Override
    public void timeOut() {
        timeouts.remove(this);
        context.close();
    }
}
