package dev.tidings.bench.service;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Locale;

/**
 * One connection of the load client: sends a request, awaits its response, sends the next. A minimal HTTP parser, sufficient for the
 * responses of the service.
 */
final class LoadConnection extends ChannelInboundHandlerAdapter {
    private static final ByteBuf HEAD_END = Unpooled.unreleasableBuffer(Unpooled.copiedBuffer("\r\n\r\n", US_ASCII));
    private static final String LENGTH = "content-length:";
    private static final int STATUS_AT = 9;

    private ChannelHandlerContext context;
    private LoadClient.RequestQuota quota;
    private long number;
    private ByteBuf received;

    /** Set before the connection is active, so that no caller can use it too early. */
    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        received = added.alloc().buffer(4096);
    }

    void work(LoadClient.RequestQuota newQuota) {
        context.executor().execute(() -> {
            quota = newQuota;
            send();
        });
    }

    private void send() {
        number = quota.next();
        if (number >= 0) {
            context.writeAndFlush(Unpooled.wrappedBuffer(quota.request(number)), context.voidPromise());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext on, Object message) {
        ByteBuf part = (ByteBuf) message;
        received.writeBytes(part);
        part.release();
        int end = ByteBufUtil.indexOf(HEAD_END, received);
        if (end < 0) {
            return;
        }
        String head = received.toString(received.readerIndex(), end - received.readerIndex(), US_ASCII);
        int whole = end - received.readerIndex() + 4 + length(head);
        if (received.readableBytes() < whole) {
            return;
        }
        if (quota.reader() != null) {
            quota.reader().read(number, received.toString(end + 4, whole + received.readerIndex() - end - 4, US_ASCII));
        }
        received.clear();
        quota.answered(Integer.parseInt(head, STATUS_AT, STATUS_AT + 3, 10));
        send();
    }

    private static int length(String head) {
        int at = head.toLowerCase(Locale.ROOT).indexOf(LENGTH);
        if (at < 0) {
            return 0;
        }
        int end = head.indexOf('\r', at);
        return Integer.parseInt(head.substring(at + LENGTH.length(), end < 0 ? head.length() : end)
                .trim());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext on, Throwable cause) {
        cause.printStackTrace();
        System.exit(4);
    }

    @Override
    public void channelInactive(ChannelHandlerContext on) {
        System.err.println("the server closed a connection");
        System.exit(5);
    }
}
