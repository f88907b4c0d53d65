package dev.tidings.server.http;

import dev.tidings.server.live.CloseReason;
import dev.tidings.server.live.LiveEvent;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;

/**
 * A live connection over a WebSocket (RFC 6455): writes events as text frames, reads acknowledgements and answers pings. Without
 * extensions: compressed frames are refused.
 */
final class WebSocketTransport extends NettyTransport {
    /** The maximum size of a client's message. */
    private static final int MAX_MESSAGE_BYTES = 8 << 10;

    private static final WebSocketDecoderConfig RULES = WebSocketDecoderConfig.newBuilder()
            .expectMaskedFrames(true)
            .allowMaskMismatch(false)
            .allowExtensions(false)
            .maxFramePayloadLength(MAX_MESSAGE_BYTES)
            // Messages may be fragmented, so texts are validated when they are complete.
            .withUTF8Validator(false)
            .closeOnProtocolViolation(false)
            .build();

    private static final int NORMAL = 1000;
    private static final int GOING_AWAY = 1001;
    private static final int UNSUPPORTED = 1003;
    private static final int NOT_UTF8 = 1007;
    private static final int POLICY = 1008;
    private static final int TOO_BIG = 1009;
    private static final int UNAVAILABLE = 1011;
    private static final int UNAUTHENTICATED = 4401;
    private static final int SLOW = 4408;

    private static final int MAX_FRAGMENTS = 100;

    /** The fragments received of an incomplete message; mostly null. */
    private ByteBuf partialMessage;

    private int fragments;

    /** Whether pongs wait to be flushed. */
    private boolean pongPending;

    WebSocketTransport(Channel channel) {
        super(channel);
    }

    static WebSocket13FrameDecoder decoder() {
        return new WebSocket13FrameDecoder(RULES);
    }

    @Override
    ByteBuf encode(LiveEvent event) {
        return LiveEventEncoder.forCurrentLoop().webSocket(event, channel());
    }

    @Override
    ByteBuf closeFrame(CloseReason why) {
        int code = switch (why) {
            case EXPIRED, REVOKED -> UNAUTHENTICATED;
            case SLOW -> SLOW;
            case LIMIT -> POLICY;
            case DRAINING, SILENT -> GOING_AWAY;
            case UNAVAILABLE -> UNAVAILABLE;
        };
        return LiveEventEncoder.close(code, why.wire());
    }

    @Override
    public boolean answersHeartbeats() {
        return true;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        WebSocketFrame frame = (WebSocketFrame) message;
        try {
            if (session().messageReceived()) {
                take(frame);
            }
        } finally {
            frame.release();
        }
    }

    /** Flushes the pongs of all pings in one read together. */
    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (pongPending) {
            pongPending = false;
            flush();
        }
    }

    private void take(WebSocketFrame frame) {
        if (frame instanceof TextWebSocketFrame) {
            fragment(frame);
        } else if (frame instanceof ContinuationWebSocketFrame) {
            fragment(frame);
        } else if (frame instanceof PingWebSocketFrame) {
            answer(frame);
        } else if (frame instanceof CloseWebSocketFrame) {
            refuse(NORMAL, "");
        } else if (!(frame instanceof PongWebSocketFrame)) {
            refuse(UNSUPPORTED, "expected text");
        }
    }

    /** A client that does not read its pongs gets none; unflushed ones do not count against it. */
    private void answer(WebSocketFrame ping) {
        if (!isWritable()) {
            flush();
        }
        if (isWritable()) {
            channel().write(LiveEventEncoder.pong(ping.content()), channel().voidPromise());
            pongPending = true;
        }
    }

    /** Netty ensures that fragments are in a valid order. */
    private void fragment(WebSocketFrame frame) {
        if (partialMessage == null && frame.isFinalFragment()) {
            message(frame.content());
            return;
        }
        if (partialMessage == null) {
            partialMessage = channel().alloc().buffer();
            fragments = 0;
        }
        if (++fragments > MAX_FRAGMENTS) {
            refuse(TOO_BIG, "expected at most " + MAX_FRAGMENTS + " fragments");
            return;
        }
        if (partialMessage.readableBytes() + frame.content().readableBytes() > MAX_MESSAGE_BYTES) {
            refuse(TOO_BIG, "expected at most " + MAX_MESSAGE_BYTES + " bytes");
            return;
        }
        partialMessage.writeBytes(frame.content());
        if (frame.isFinalFragment()) {
            ByteBuf whole = partialMessage;
            partialMessage = null;
            try {
                message(whole);
            } finally {
                whole.release();
            }
        }
    }

    private void message(ByteBuf text) {
        byte[] bytes = new byte[text.readableBytes()];
        text.readBytes(bytes);
        try {
            session().acknowledged(AckMessageParser.acks(bytes));
        } catch (AckMessageParser.NotUtf8Exception garbled) {
            refuse(NOT_UTF8, "not UTF-8");
        } catch (AckMessageParser.UnexpectedException unexpected) {
            refuse(POLICY, unexpected.getMessage());
        }
    }

    /** Closes after a protocol violation or a close frame of the client. */
    private void refuse(int code, String reason) {
        session().disconnected();
        channel().config().setAutoRead(false);
        closeAfter(LiveEventEncoder.close(code, reason));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        Throwable reason = cause.getCause() instanceof CorruptedWebSocketFrameException ? cause.getCause() : cause;
        if (reason instanceof CorruptedWebSocketFrameException corrupted && session() != null) {
            int code = corrupted.closeStatus().code();
            refuse(code, code == TOO_BIG ? "expected at most " + MAX_MESSAGE_BYTES + " bytes" : "protocol error");
        } else {
            context.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (partialMessage != null) {
            partialMessage.release();
            partialMessage = null;
        }
        super.channelInactive(context);
    }
}
