package dev.tidings.server.http;

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
 * Detaches a connection from Vert.x when it is upgraded to a live one. For a connection that may see another request, Vert.x keeps
 * seven times the memory that an idle live connection needs; so the request is read and checked like any other, and then only the
 * bare Netty channel remains. There is no public access to the channel: this is the only class that uses internals of Vert.x.
 */
final class ConnectionUpgrade {
    private static final String PIPELINING_GUARD = "pipeliningGuard";

    private ConnectionUpgrade() {}

    /** Prepares each new connection. */
    static void prepare(HttpConnection connection) {
        ChannelHandlerContext vertx = ((HttpServerConnection) connection).channelHandlerContext();
        vertx.pipeline().addBefore(vertx.name(), PIPELINING_GUARD, new PipeliningGuard());
    }

    /**
     * Runs later on the channel's loop, when Vert.x has finished the request.
     *
     * @param head the response to the client
     * @param next installs its own handlers; afterwards only these remain, unless the client disconnected meanwhile
     */
    static void upgrade(HttpServerRequest request, String head, Consumer<Channel> next) {
        HttpServerConnection connection = (HttpServerConnection) request.connection();
        // From now on Vert.x must not handle the close.
        connection.closeHandler(null);
        Channel channel = connection.channelHandlerContext().channel();
        channel.eventLoop().execute(() -> {
            ChannelPipeline pipeline = channel.pipeline();
            List<String> before = new ArrayList<>(pipeline.toMap().keySet());
            next.accept(channel);
            if (!channel.isActive()) {
                return;
            }
            // Bypasses Vert.x, and precedes responses to bytes that arrived early.
            pipeline.firstContext().writeAndFlush(Unpooled.copiedBuffer(head, US_ASCII), channel.voidPromise());
            // Vert.x drops messages that are not HTTP without releasing them: so it is removed before the decoder,
            // which passes on its unread bytes.
            Collections.reverse(before);
            before.remove(PIPELINING_GUARD);
            before.forEach(pipeline::remove);
            channel.config().setAutoRead(true);
            // Removing it passes on bytes that arrived early, now that all other handlers are gone.
            pipeline.remove(PIPELINING_GUARD);
        });
    }
}
