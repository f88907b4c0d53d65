package dev.tidings.server.edge;

import dev.tidings.server.live.Event;
import dev.tidings.server.live.Goodbye;
import dev.tidings.server.live.Session;
import dev.tidings.server.live.Wire;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.WriteBufferWaterMark;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * A line to a screen straight on Netty's channel. There can be very many that are idle, so it keeps next to nothing, and nothing of
 * the HTTP request that it began with.
 */
abstract class ChannelWire extends ChannelInboundHandlerAdapter implements Wire {
    /** How much may wait to be read by the other side before it is told nothing more. */
    static final WriteBufferWaterMark WAITING = new WriteBufferWaterMark(8 << 10, 32 << 10);

    static final int SEND_BUFFER = 64 << 10;
    /** Of what waits here until it is read; a screen has little to say. */
    static final int RECEIVE_BUFFER = 16 << 10;

    private static final int LAST_WORDS_SECONDS = 5;

    private final Channel channel;
    private Session session;

    ChannelWire(Channel channel) {
        this.channel = channel;
    }

    /** What comes in from now on is the session's. */
    void carry(Session opened) {
        session = opened;
    }

    final Session session() {
        return session;
    }

    final Channel channel() {
        return channel;
    }

    /** The event in this wire's form. */
    abstract ByteBuf encoded(Event event);

    /** What comes after the last event; null if nothing. */
    abstract ByteBuf ending(Goodbye why);

    @Override
    public final Executor loop() {
        return channel.eventLoop();
    }

    @Override
    public final boolean isReady() {
        return channel.isWritable();
    }

    @Override
    public final void send(Event event) {
        channel.write(encoded(event), channel.voidPromise());
    }

    @Override
    public final void flush() {
        channel.flush();
    }

    @Override
    public final void listen(boolean on) {
        channel.config().setAutoRead(on);
    }

    @Override
    public final void end(Goodbye why) {
        // Answers to pings may wait, and are not the other side's fault.
        channel.flush();
        if (!channel.isWritable()) {
            // It would not read this either.
            channel.close();
            return;
        }
        channel.config().setAutoRead(false);
        ByteBuf ending = ending(why);
        send(new Event.Bye(why));
        closeAfter(ending == null ? channel.alloc().buffer(0) : ending);
    }

    /** When the other side has it, or does not read it for a while. */
    final void closeAfter(ByteBuf last) {
        channel.writeAndFlush(last).addListener(ChannelFutureListener.CLOSE);
        channel.eventLoop().schedule(() -> channel.close(), LAST_WORDS_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public final void channelWritabilityChanged(ChannelHandlerContext context) {
        if (channel.isWritable() && session != null) {
            session.ready();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (session != null) {
            session.gone();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // The other side reset the connection, mostly; channelInactive follows.
        context.close();
    }
}
