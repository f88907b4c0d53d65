package dev.tidings.server.edge;

import dev.tidings.server.live.Event;
import dev.tidings.server.live.Goodbye;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.ReferenceCountUtil;

/** A live connection over server-sent events. The client sends nothing. */
final class EventStreamWire extends ChannelWire {
    EventStreamWire(Channel channel) {
        super(channel);
    }

    @Override
    ByteBuf encoded(Event event) {
        return LiveFrames.ofLoop().eventStream(event, channel());
    }

    @Override
    ByteBuf ending(Goodbye why) {
        return null;
    }

    @Override
    public boolean isAnswered() {
        return false;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ReferenceCountUtil.release(message);
    }
}
