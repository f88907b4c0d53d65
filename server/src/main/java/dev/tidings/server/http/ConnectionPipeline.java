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
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Adds the server's own handlers to each new connection, and detaches a connection from Vert.x when it is upgraded to a live one. For a
 * connection that may see another request, Vert.x keeps seven times the memory that an idle live connection needs; so the request is read
 * and checked like any other, and then only the bare Netty channel remains. There is no public access to the channel: this is the only
 * class that uses internals of Vert.x connections.
 */
final class ConnectionPipeline {
    private static final String TLS = "tls";
    private static final String SLOT = "slot";
    private static final String PIPELINING_GUARD = "pipeliningGuard";

    private ConnectionPipeline() {}

    /**
     * Prepares each new connection, before anything is read from it. TLS is added here and not by Vert.x, which would report a connection
     * only after its handshake: one that never begins it would escape the limits.
     */
    static void prepare(HttpConnection connection, ConnectionSlot slot, Optional<ServerCertificate> certificate) {
        ChannelHandlerContext vertx = context(connection);
        ChannelPipeline pipeline = vertx.pipeline();
        certificate.ifPresent(
                tls -> pipeline.addFirst(TLS, tls.newHandler(vertx.channel().alloc())));
        pipeline.addBefore(vertx.name(), SLOT, slot);
        pipeline.addBefore(vertx.name(), PIPELINING_GUARD, new PipeliningGuard(slot.isReserved()));
    }

    /** Whether only {@code /health} is answered on this connection. */
    static boolean isReserved(HttpConnection connection) {
        return context(connection).pipeline().get(SLOT) instanceof ConnectionSlot slot && slot.isReserved();
    }

    private static ChannelHandlerContext context(HttpConnection connection) {
        return ((HttpServerConnection) connection).channelHandlerContext();
    }

    /**
     * Runs later on the channel's loop, when Vert.x has finished the request.
     *
     * @param head the response to the client
     * @param next installs its own handlers; afterwards only these remain, unless the client disconnected meanwhile
     */
    static void upgrade(HttpServerRequest request, String head, Consumer<Channel> next) {
        Channel channel = context(request.connection()).channel();
        channel.eventLoop().execute(() -> {
            ChannelPipeline pipeline = channel.pipeline();
            List<String> before = new ArrayList<>(pipeline.toMap().keySet());
            next.accept(channel);
            if (!channel.isActive()) {
                return;
            }
            before.remove(TLS);
            // Bypasses Vert.x but not TLS, and precedes responses to bytes that arrived early.
            pipeline.context(before.get(0)).writeAndFlush(Unpooled.copiedBuffer(head, US_ASCII), channel.voidPromise());
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
