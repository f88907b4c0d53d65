package dev.tidings.server.edge;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerConnection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * Takes a connection out of the hands of Vert.x. What Vert.x keeps for a connection that may see another request is seven times what
 * a screen needs that is only waited with; so the request is read and checked as any other, and then the bare channel goes on alone.
 * There is no public way to the channel: this is the only class that knows the inside of Vert.x.
 */
final class Takeover {
    private static final String IN_TURN = "inTurn";

    private Takeover() {}

    /** Of each connection, when it begins. */
    static void prepare(HttpConnection connection) {
        ChannelHandlerContext vertx = ((HttpServerConnection) connection).channelHandlerContext();
        vertx.pipeline().addBefore(vertx.name(), IN_TURN, new InTurn());
    }

    /**
     * Later, on the channel's loop: when Vert.x has done with the request.
     *
     * @param head what the other side is answered
     * @param next puts its own handlers in; afterwards they are alone, unless the other side has gone meanwhile
     */
    static void of(HttpServerRequest request, String head, Consumer<Channel> next) {
        HttpServerConnection connection = (HttpServerConnection) request.connection();
        // From now on it is closed without Vert.x noticing.
        connection.closeHandler(null);
        Channel channel = connection.channelHandlerContext().channel();
        channel.eventLoop().execute(() -> {
            ChannelPipeline pipeline = channel.pipeline();
            List<String> before = new ArrayList<>(pipeline.toMap().keySet());
            next.accept(channel);
            if (!channel.isActive()) {
                return;
            }
            // Past Vert.x, and before anything can be answered to bytes that came early.
            pipeline.firstContext().writeAndFlush(Unpooled.copiedBuffer(head, US_ASCII), channel.voidPromise());
            // Vert.x drops what is not HTTP, and does not release it: so it goes before the decoder, which passes on
            // what it holds.
            Collections.reverse(before);
            before.remove(IN_TURN);
            before.forEach(pipeline::remove);
            channel.config().setAutoRead(true);
            // With it go bytes that came early, when nothing is in the way of what is answered to them.
            pipeline.remove(IN_TURN);
        });
    }
}
