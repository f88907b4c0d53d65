package dev.tidings.torture.live;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** The single-threaded Netty event loop of all simulated clients, which therefore need no locks. */
final class ClientLoop implements AutoCloseable {
    private static final int CONNECT_TIMEOUT_MILLIS = 10_000;

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Bootstrap bootstrap = new Bootstrap()
            .group(group)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS);

    ChannelFuture connect(InetSocketAddress to, ClientConnection wire) {
        return connect(bootstrap, to, wire);
    }

    /** Connects with a minimal receive buffer. */
    ChannelFuture connectWithSmallBuffer(InetSocketAddress to, ClientConnection wire) {
        return connect(bootstrap.clone().option(ChannelOption.SO_RCVBUF, 4_096), to, wire);
    }

    private static ChannelFuture connect(Bootstrap with, InetSocketAddress to, ClientConnection wire) {
        return with.clone()
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(wire);
                    }
                })
                .connect(to);
    }

    void execute(Runnable task) {
        group.execute(task);
    }

    void after(long millis, Runnable task) {
        group.schedule(task, millis, TimeUnit.MILLISECONDS);
    }

    /** Runs a query on the loop and returns its result. */
    <T> T query(Callable<T> query) throws InterruptedException {
        try {
            return group.submit(query).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
