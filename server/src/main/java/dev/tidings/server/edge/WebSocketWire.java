package dev.tidings.server.edge;

import dev.tidings.server.live.Event;
import dev.tidings.server.live.Goodbye;
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

/** A WebSocket (RFC 6455), without extensions: a frame that says it is compressed is refused. */
final class WebSocketWire extends ChannelWire {
    /** The longest message that is taken. */
    private static final int LONGEST = 8 << 10;

    private static final WebSocketDecoderConfig RULES = WebSocketDecoderConfig.newBuilder()
            .expectMaskedFrames(true)
            .allowMaskMismatch(false)
            .allowExtensions(false)
            .maxFramePayloadLength(LONGEST)
            // Messages may come in pieces, so texts are checked when they are whole.
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

    private static final int MOST_PIECES = 100;

    /** The first pieces of a message that is still coming; mostly there is none. */
    private ByteBuf begun;

    private int pieces;

    /** Whether answers to pings wait to be sent. */
    private boolean answered;

    WebSocketWire(Channel channel) {
        super(channel);
    }

    static WebSocket13FrameDecoder decoder() {
        return new WebSocket13FrameDecoder(RULES);
    }

    @Override
    ByteBuf encoded(Event event) {
        return LiveFrames.ofLoop().webSocket(event, channel());
    }

    @Override
    ByteBuf ending(Goodbye why) {
        int code = switch (why) {
            case EXPIRED, REVOKED -> UNAUTHENTICATED;
            case SLOW -> SLOW;
            case LIMIT -> POLICY;
            case DRAINING, SILENT -> GOING_AWAY;
            case UNAVAILABLE -> UNAVAILABLE;
        };
        return LiveFrames.close(code, why.wire());
    }

    @Override
    public boolean isAnswered() {
        return true;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        WebSocketFrame frame = (WebSocketFrame) message;
        try {
            if (session().heard()) {
                take(frame);
            }
        } finally {
            frame.release();
        }
    }

    /** Those who send many at once get the answers at once. */
    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (answered) {
            answered = false;
            flush();
        }
    }

    private void take(WebSocketFrame frame) {
        if (frame instanceof TextWebSocketFrame) {
            piece(frame);
        } else if (frame instanceof ContinuationWebSocketFrame) {
            piece(frame);
        } else if (frame instanceof PingWebSocketFrame) {
            answer(frame);
        } else if (frame instanceof CloseWebSocketFrame) {
            refuse(NORMAL, "");
        } else if (!(frame instanceof PongWebSocketFrame)) {
            refuse(UNSUPPORTED, "expected text");
        }
    }

    /** Who does not read the answers gets none; but what was not flushed yet nobody could read. */
    private void answer(WebSocketFrame ping) {
        if (!isReady()) {
            flush();
        }
        if (isReady()) {
            channel().write(LiveFrames.pong(ping.content()), channel().voidPromise());
            answered = true;
        }
    }

    /** Netty has seen to it that a continuation continues something, and nothing else begins in between. */
    private void piece(WebSocketFrame frame) {
        if (begun == null && frame.isFinalFragment()) {
            said(frame.content());
            return;
        }
        if (begun == null) {
            begun = channel().alloc().buffer();
            pieces = 0;
        }
        if (++pieces > MOST_PIECES) {
            refuse(TOO_BIG, "expected at most " + MOST_PIECES + " pieces");
            return;
        }
        if (begun.readableBytes() + frame.content().readableBytes() > LONGEST) {
            refuse(TOO_BIG, "expected at most " + LONGEST + " bytes");
            return;
        }
        begun.writeBytes(frame.content());
        if (frame.isFinalFragment()) {
            ByteBuf whole = begun;
            begun = null;
            try {
                said(whole);
            } finally {
                whole.release();
            }
        }
    }

    private void said(ByteBuf text) {
        byte[] bytes = new byte[text.readableBytes()];
        text.readBytes(bytes);
        try {
            session().received(ScreenMessage.acks(bytes));
        } catch (ScreenMessage.NotUtf8Exception garbled) {
            refuse(NOT_UTF8, "not UTF-8");
        } catch (ScreenMessage.UnexpectedException unexpected) {
            refuse(POLICY, unexpected.getMessage());
        }
    }

    /** The other side did something wrong, or wants to go. */
    private void refuse(int code, String reason) {
        session().gone();
        channel().config().setAutoRead(false);
        closeAfter(LiveFrames.close(code, reason));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        Throwable reason = cause.getCause() instanceof CorruptedWebSocketFrameException ? cause.getCause() : cause;
        if (reason instanceof CorruptedWebSocketFrameException corrupted && session() != null) {
            int code = corrupted.closeStatus().code();
            refuse(code, code == TOO_BIG ? "expected at most " + LONGEST + " bytes" : "protocol error");
        } else {
            context.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (begun != null) {
            begun.release();
            begun = null;
        }
        super.channelInactive(context);
    }
}
