package dev.tidings.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Holds back pipelined requests from Vert.x until the current one is answered. Vert.x would queue them too, but never releases its
 * queue when the connection ends or is upgraded: any client could exhaust the memory with pipelined requests.
 *
 * <p>Bytes after a WebSocket upgrade request are not decoded as HTTP. So that request is the connection's last one, even if refused.
 */
final class PipeliningGuard extends ChannelDuplexHandler {
    private final boolean single;
    private final Deque<Object> waiting = new ArrayDeque<>(0);
    /** Whether a request was passed on that is not answered yet. */
    private boolean busy;

    /** Whether the connection's last request has arrived. */
    private boolean last;

    /** @param single whether the connection takes only one request */
    PipeliningGuard(boolean single) {
        this.single = single;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        boolean isRequest = message instanceof HttpRequest;
        if (message instanceof HttpRequest request) {
            last = single || WebSocketHandshake.isRequested(request.headers().get(HttpHeaderNames.UPGRADE));
        }
        if (!waiting.isEmpty() || busy && isRequest || message instanceof ByteBuf) {
            waiting.add(message);
        } else {
            busy |= isRequest;
            context.fireChannelRead(message);
        }
        if (last && message instanceof LastHttpContent) {
            // On removal, the decoder passes on its unread bytes.
            context.pipeline().remove(HttpRequestDecoder.class);
        }
    }

    /** Back-pressure: stops reading from the socket while messages are held back. */
    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (!waiting.isEmpty()) {
            context.channel().config().setAutoRead(false);
        }
        context.fireChannelReadComplete();
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        boolean answersLast = last && !(waiting.peek() instanceof HttpRequest);
        if (answersLast && message instanceof HttpResponse response) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
        if (!isEnd(message)) {
            context.write(message, promise);
        } else if (answersLast) {
            context.write(message, promise.unvoid().addListener(ChannelFutureListener.CLOSE));
        } else {
            context.write(message, promise);
            if (waiting.isEmpty()) {
                busy = false;
            } else {
                // Deferred, since Vert.x has not finished the current response yet.
                context.executor().execute(() -> next(context));
            }
        }
    }

    private static boolean isEnd(Object message) {
        boolean interim = message instanceof HttpResponse response
                && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
        return message instanceof LastHttpContent && !interim;
    }

    private void next(ChannelHandlerContext context) {
        if (context.isRemoved()) {
            return;
        }
        List<Object> turn = new ArrayList<>();
        do {
            turn.add(waiting.poll());
        } while (!waiting.isEmpty() && !(waiting.peek() instanceof HttpRequest || waiting.peek() instanceof ByteBuf));
        if (waiting.isEmpty()) {
            context.channel().config().setAutoRead(true);
        }
        turn.forEach(context::fireChannelRead);
        context.fireChannelReadComplete();
    }

    /** Called when the connection ends, or when it is upgraded. */
    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        while (!waiting.isEmpty()) {
            Object message = waiting.poll();
            if (message instanceof ByteBuf && context.channel().isActive()) {
                context.fireChannelRead(message);
                context.fireChannelReadComplete();
            } else {
                ReferenceCountUtil.release(message);
            }
        }
    }
}
