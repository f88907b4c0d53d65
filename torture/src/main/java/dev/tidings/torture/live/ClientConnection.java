package dev.tidings.torture.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.util.Locale;

/**
 * One live connection of a simulated client, over WebSocket or server-sent events, from handshake to close. Passes events to its
 * listener; confined to its event loop.
 */
final class ClientConnection extends ChannelInboundHandlerAdapter {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(US_ASCII);
    private static final int NO_CODE = -1;

    /** Receives the events of a connection. */
    interface ConnectionListener {
        /**
         * The connection is open.
         *
         * @param head of the response of the server, in lower case
         */
        default void opened(ClientConnection wire, String head) {}

        void event(ClientConnection wire, JsonNode event);

        /** The server answered with something else than a stream. */
        void refused(ClientConnection wire, int status, String head);

        default void pong(ClientConnection wire, byte[] payload) {}

        /**
         * The connection has ended.
         *
         * @param code of the close frame of the server, or -1 if there was none
         */
        void closed(ClientConnection wire, int code);
    }

    private final Handshake handshake;
    private final ConnectionListener listener;
    private final ByteBuf bytes = Unpooled.buffer();
    private final FrameReader frames = new FrameReader(this::frame);
    private EventStreamReader events;
    private Channel channel;
    private boolean open;
    /** The listener receives nothing more, even if bytes still arrive. */
    private boolean cut;

    private int code = NO_CODE;
    private int refusal;

    ClientConnection(Handshake handshake, ConnectionListener listener) {
        this.handshake = handshake;
        this.listener = listener;
    }

    Channel channel() {
        return channel;
    }

    void send(ByteBuf frame) {
        channel.writeAndFlush(frame, channel.voidPromise());
    }

    /** Simulates a lost network: reads nothing more, and the listener receives nothing more. */
    void vanish() {
        cut = true;
        channel.config().setAutoRead(false);
    }

    /**
     * Disconnects without a close frame; the listener receives nothing more.
     *
     * @param reset whether to send RST instead of FIN
     */
    void cut(boolean reset) {
        cut = true;
        if (channel.isOpen()) {
            if (reset) {
                channel.config().setOption(ChannelOption.SO_LINGER, 0);
            }
            channel.close();
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        channel = context.channel();
        if (handshake != null) {
            context.writeAndFlush(handshake.bytes(), context.voidPromise());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf read = (ByteBuf) message;
        try {
            if (cut) {
                return;
            }
            bytes.writeBytes(read);
        } finally {
            read.release();
        }
        if (!open && !readHead()) {
            return;
        }
        if (events == null) {
            frames.read(bytes);
        } else if (events.read(bytes)) {
            context.close();
        }
        bytes.discardSomeReadBytes();
    }

    /** True once the head of the stream is complete. */
    private boolean readHead() {
        int end = ByteBufUtil.indexOf(Unpooled.wrappedBuffer(END_OF_HEAD), bytes);
        if (end < 0 || refusal != 0) {
            return false;
        }
        String head = bytes.readCharSequence(end - bytes.readerIndex(), US_ASCII)
                .toString()
                .toLowerCase(Locale.ROOT);
        bytes.skipBytes(END_OF_HEAD.length);
        int status = Integer.parseInt(head.split(" ", 3)[1]);
        boolean webSocket = handshake == null || handshake.isWebSocket();
        if (status != (webSocket ? 101 : 200)) {
            refusal = status;
            listener.refused(this, status, head);
            channel.close();
            return false;
        }
        if (!webSocket) {
            events = new EventStreamReader(
                    head.contains("transfer-encoding: chunked"), (name, id, data) -> event(name, id, data));
        }
        open = true;
        listener.opened(this, head);
        return true;
    }

    private void frame(int first, byte[] payload) {
        if (cut) {
            return;
        }
        switch (first) {
            case FrameEncoder.FINAL | FrameEncoder.TEXT -> event(null, null, new String(payload, UTF_8));
            case FrameEncoder.FINAL | FrameEncoder.PING ->
                send(FrameEncoder.masked(FrameEncoder.FINAL | FrameEncoder.PONG, payload));
            case FrameEncoder.FINAL | FrameEncoder.PONG -> listener.pong(this, payload);
            case FrameEncoder.FINAL | FrameEncoder.CLOSE -> {
                code = payload.length < 2 ? 1005 : (payload[0] & 0xff) << 8 | payload[1] & 0xff;
                send(FrameEncoder.masked(first, payload));
                channel.close();
            }
            default -> throw new IllegalStateException("the server sent a frame that begins with " + first);
        }
    }

    private void event(String name, String id, String text) {
        if (cut) {
            return;
        }
        try {
            JsonNode event = JSON.readTree(text);
            boolean same = (name == null || name.equals(event.path("event").asText()))
                    && (id == null || id.equals(event.path("id").asText()));
            if (!same) {
                throw new IllegalStateException("the stream has " + name + " " + id + ", but the event has " + text);
            }
            listener.event(this, event);
        } catch (JsonProcessingException garbage) {
            throw new IllegalStateException("invalid JSON: " + text, garbage);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (!cut) {
            cut = true;
            listener.closed(this, code);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!(cause instanceof IOException)) {
            System.err.println("live: " + cause);
        }
        context.close();
    }
}
