package dev.tidings.server.edge;

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
 * Keeps what follows a request from Vert.x until the request is answered. Vert.x would keep it too, but it never releases what it
 * still has when the connection ends, or is taken from it: anybody could use up the memory with requests sent in a row.
 *
 * <p>What follows a request for a WebSocket is not taken for HTTP. So that request is the last one, also if it is refused.
 */
final class InTurn extends ChannelDuplexHandler {
    private final Deque<Object> waiting = new ArrayDeque<>(0);
    /** Whether a request has been passed on that is not answered yet. */
    private boolean busy;

    /** Whether the last request has come. */
    private boolean last;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        boolean begins = message instanceof HttpRequest;
        if (message instanceof HttpRequest request) {
            last = Handshake.isAsked(request.headers().get(HttpHeaderNames.UPGRADE));
        }
        if (!waiting.isEmpty() || busy && begins || message instanceof ByteBuf) {
            waiting.add(message);
        } else {
            busy |= begins;
            context.fireChannelRead(message);
        }
        if (last && message instanceof LastHttpContent) {
            // It passes on what it has not read yet.
            context.pipeline().remove(HttpRequestDecoder.class);
        }
    }

    /** What has come must wait; the rest waits on the other side. */
    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (!waiting.isEmpty()) {
            context.channel().config().setAutoRead(false);
        }
        context.fireChannelReadComplete();
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        boolean toTheLast = last && !(waiting.peek() instanceof HttpRequest);
        if (toTheLast && message instanceof HttpResponse response) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
        if (!isEnd(message)) {
            context.write(message, promise);
        } else if (toTheLast) {
            context.write(message, promise.unvoid().addListener(ChannelFutureListener.CLOSE));
        } else {
            context.write(message, promise);
            if (waiting.isEmpty()) {
                busy = false;
            } else {
                // Vert.x has not noticed yet that it has answered.
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

    /** Together with the connection, or because the connection is no longer HTTP. */
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
