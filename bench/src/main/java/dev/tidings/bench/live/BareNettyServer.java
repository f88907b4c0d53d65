package dev.tidings.bench.live;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The reference of the live benchmark: a plain Netty server without authentication or storage. It encodes each posted message once as
 * a frame and writes it to all sockets, each event loop to its own.
 */
final class BareNettyServer {
    static final String LIVE = "/live";
    static final String BROADCAST = "/broadcast";

    private static final int MAX_BODY = 64 << 10;
    private static final int FINAL_TEXT_FRAME = 0x81;
    private static final int LENGTH_IN_TWO_BYTES = 126;

    private BareNettyServer() {}

    public static void main(String[] arguments) throws InterruptedException, IOException {
        int cores = Runtime.getRuntime().availableProcessors();
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(cores, NioIoHandler.newFactory());
        Broadcaster broadcaster = new Broadcaster();
        Channel listening = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 1024)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline()
                                .addLast(
                                        new HttpServerCodec(),
                                        new HttpObjectAggregator(MAX_BODY),
                                        new WebSocketServerProtocolHandler(LIVE),
                                        broadcaster);
                    }
                })
                .bind("127.0.0.1", 0)
                .sync()
                .channel();
        System.out.println("http://127.0.0.1:" + ((InetSocketAddress) listening.localAddress()).getPort());
        while (System.in.read() >= 0) {
            // Runs until the parent process closes standard input.
        }
        System.exit(0);
    }

    /** Holds all open sockets by event loop, so that a loop writes to its own without synchronisation, and broadcasts posted messages. */
    @Sharable
    private static final class Broadcaster extends ChannelInboundHandlerAdapter {
        private final Map<EventLoop, Set<Channel>> open = new ConcurrentHashMap<>();

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof WebSocketServerProtocolHandler.HandshakeComplete) {
                Channel channel = context.channel();
                open.computeIfAbsent(channel.eventLoop(), loop -> Collections.newSetFromMap(new IdentityHashMap<>()))
                        .add(channel);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            Set<Channel> ofLoop = open.get(context.channel().eventLoop());
            if (ofLoop != null) {
                ofLoop.remove(context.channel());
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            try {
                if (message instanceof FullHttpRequest request) {
                    broadcast(frame(request.content()));
                    FullHttpResponse response =
                            new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.ACCEPTED);
                    response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, 0);
                    context.writeAndFlush(response);
                }
            } finally {
                ReferenceCountUtil.release(message);
            }
        }

        private void broadcast(ByteBuf frame) {
            open.forEach((loop, channels) -> {
                frame.retain();
                loop.execute(() -> {
                    for (Channel channel : channels) {
                        channel.writeAndFlush(frame.retainedDuplicate(), channel.voidPromise());
                    }
                    frame.release();
                });
            });
            frame.release();
        }

        /** A direct buffer, so that no write copies it. */
        private static ByteBuf frame(ByteBuf text) {
            int length = text.readableBytes();
            ByteBuf frame = Unpooled.directBuffer(length + 4);
            frame.writeByte(FINAL_TEXT_FRAME);
            if (length < LENGTH_IN_TWO_BYTES) {
                frame.writeByte(length);
            } else {
                frame.writeByte(LENGTH_IN_TWO_BYTES).writeShort(length);
            }
            return frame.writeBytes(text);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
