package dev.tidings.server.http;

import dev.tidings.server.live.CloseReason;
import dev.tidings.server.live.LiveEvent;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.ReferenceCountUtil;

/** A live connection over server-sent events: writes each event as text and ignores all that the client sends. */
final class EventStreamTransport extends NettyTransport {
    EventStreamTransport(Channel channel) {
        super(channel);
    }

    @Override
    ByteBuf encode(LiveEvent event) {
        return LiveEventEncoder.forCurrentLoop().eventStream(event, channel());
    }

    @Override
    ByteBuf closeFrame(CloseReason why) {
        return null;
    }

    @Override
    public boolean answersHeartbeats() {
        return false;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ReferenceCountUtil.release(message);
    }
}
