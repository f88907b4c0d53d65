package dev.tidings.server.http;

import dev.tidings.server.live.CloseReason;
import dev.tidings.server.live.LiveEvent;
import dev.tidings.server.live.LiveSession;
import dev.tidings.server.live.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.WriteBufferWaterMark;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The base class of live connections: writes events directly to a Netty channel, and passes disconnects and writability to the session.
 * There can be very many idle ones, so it keeps minimal state and nothing of the HTTP request that opened it.
 */
abstract class NettyTransport extends ChannelInboundHandlerAdapter implements Transport {
    /** The write buffer limits above which the client gets no more events. */
    static final WriteBufferWaterMark WRITE_BUFFER = new WriteBufferWaterMark(8 << 10, 32 << 10);

    static final int SEND_BUFFER = 64 << 10;
    /** Small: clients send only acknowledgements. */
    static final int RECEIVE_BUFFER = 16 << 10;

    private static final int CLOSE_TIMEOUT_SECONDS = 5;

    private final Channel channel;
    private LiveSession session;

    NettyTransport(Channel channel) {
        this.channel = channel;
    }

    /** Attaches the session that handles incoming messages from now on. */
    void attach(LiveSession opened) {
        session = opened;
    }

    final LiveSession session() {
        return session;
    }

    final Channel channel() {
        return channel;
    }

    /** Encodes an event in this transport's format. */
    abstract ByteBuf encode(LiveEvent event);

    /** The bytes after the last event, such as a close frame; null if none. */
    abstract ByteBuf closeFrame(CloseReason why);

    @Override
    public final Executor eventLoop() {
        return channel.eventLoop();
    }

    @Override
    public final boolean isWritable() {
        return channel.isWritable();
    }

    @Override
    public final void send(LiveEvent event) {
        channel.write(encode(event), channel.voidPromise());
    }

    @Override
    public final void flush() {
        channel.flush();
    }

    @Override
    public final void setReading(boolean on) {
        channel.config().setAutoRead(on);
    }

    @Override
    public final void close(CloseReason why) {
        // Unflushed pongs must not count as a slow client.
        channel.flush();
        if (!channel.isWritable()) {
            // A client that does not read would not receive the goodbye either.
            channel.close();
            return;
        }
        channel.config().setAutoRead(false);
        ByteBuf ending = closeFrame(why);
        send(new LiveEvent.Bye(why));
        closeAfter(ending == null ? channel.alloc().buffer(0) : ending);
    }

    /** Closes once the bytes are written, or after a timeout. */
    final void closeAfter(ByteBuf last) {
        channel.writeAndFlush(last).addListener(ChannelFutureListener.CLOSE);
        channel.eventLoop().schedule(() -> channel.close(), CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public final void channelWritabilityChanged(ChannelHandlerContext context) {
        if (channel.isWritable() && session != null) {
            session.writable();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (session != null) {
            session.disconnected();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // Mostly a connection reset by the client; channelInactive follows.
        context.close();
    }
}
