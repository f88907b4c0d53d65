package dev.tidings.channels.apns;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.testkit.LoopbackCertificate;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Consumer;

/**
 * A scripted HTTP/2 server in place of Apple's, with late, missing and malformed responses. Pushy's own mock server, which checks the
 * requests, answers at once or not at all.
 */
final class ScriptedApns implements AutoCloseable {
    /** A request that waits for its response. May be answered from any thread. */
    record Call(Http2Headers headers, String payload, Channel stream) {
        String token() {
            return headers.path().toString().substring("/3/device/".length());
        }

        void accept() {
            Http2Headers answer = new DefaultHttp2Headers().status("200").set("apns-id", headers.get("apns-id"));
            stream.writeAndFlush(new DefaultHttp2HeadersFrame(answer, true));
        }

        void refuse(int status, String body) {
            stream.write(new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status("" + status), false));
            stream.writeAndFlush(new DefaultHttp2DataFrame(Unpooled.copiedBuffer(body, UTF_8), true));
        }

        void answerOnly(String status) {
            stream.writeAndFlush(new DefaultHttp2HeadersFrame(new DefaultHttp2Headers(false).status(status), true));
        }

        /** Without GOAWAY. */
        void drop() {
            stream.parent().pipeline().context(SslHandler.class).close();
        }

        void goAway() {
            stream.parent().writeAndFlush(new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR));
        }
    }

    private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final Consumer<Call> script;
    private final long maxStreams;
    private final SslContext tls;
    private final Channel listening;
    private volatile boolean listens = true;

    ScriptedApns(long maxStreams, Consumer<Call> script) throws IOException {
        this.script = script;
        this.maxStreams = maxStreams;
        tls = SslContextBuilder.forServer(LoopbackCertificate.SHARED.key(), LoopbackCertificate.SHARED.certificate())
                .build();
        listening = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel connection) {
                        connections.add(connection);
                        if (listens) {
                            speak(connection);
                        } else {
                            connection.config().setAutoRead(false);
                        }
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .syncUninterruptibly()
                .channel();
    }

    private void speak(Channel connection) {
        connection
                .pipeline()
                .addLast(tls.newHandler(connection.alloc()))
                .addLast(Http2FrameCodecBuilder.forServer()
                        .initialSettings(Http2Settings.defaultSettings().maxConcurrentStreams(maxStreams))
                        .build())
                .addLast(new Http2MultiplexHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel stream) {
                        stream.pipeline().addLast(new Collector(script));
                    }
                }))
                .addLast(new IgnoreExceptions());
    }

    int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    /** From now on accepts connections, but does not read from them until told to. */
    void ignore() {
        listens = false;
    }

    void listen() {
        listens = true;
        connections.forEach(connection -> connection.eventLoop().execute(() -> {
            speak(connection);
            connection.config().setAutoRead(true);
        }));
    }

    void vanish() {
        listening.close().syncUninterruptibly();
        connections.forEach(connection -> {
            ChannelHandlerContext first = connection.pipeline().firstContext();
            // There is none if the client has just disconnected.
            if (first != null) {
                first.close();
            }
        });
    }

    @Override
    public void close() {
        vanish();
        loop.shutdownGracefully();
    }

    /** Ignores exceptions: some tests refuse the certificate or break the connection. */
    private static final class IgnoreExceptions extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }

    private static final class Collector extends ChannelInboundHandlerAdapter {
        private final Consumer<Call> script;
        private final StringBuilder payload = new StringBuilder();
        private Http2Headers headers;

        Collector(Consumer<Call> script) {
            this.script = script;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object frame) {
            try {
                if (frame instanceof Http2HeadersFrame head) {
                    headers = head.headers();
                } else if (frame instanceof Http2DataFrame data) {
                    ByteBuf content = data.content();
                    payload.append(content.toString(UTF_8));
                    if (data.isEndStream()) {
                        script.accept(new Call(headers, payload.toString(), context.channel()));
                    }
                }
            } finally {
                ReferenceCountUtil.release(frame);
            }
        }
    }
}
