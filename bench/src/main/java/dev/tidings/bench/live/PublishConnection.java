package dev.tidings.bench.live;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** A keep-alive HTTP connection of the load client that publishes notifications, one request at a time. */
final class PublishConnection implements SocketLoop.ReadyHandler {
    /** Receives the response to a request. */
    interface PublishListener {
        /** The request with this number was accepted, and the connection is free. */
        void accepted(PublishConnection poster, long number, long now);
    }

    private final SocketLoop loop;
    private final SocketChannel channel;
    private byte[] rest;
    private PublishListener asking;
    private long number;

    PublishConnection(SocketLoop loop, InetSocketAddress to) throws IOException {
        this.loop = loop;
        channel = SocketChannel.open(to);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /** Registers the connection; called on the loop. */
    void begin() {
        try {
            loop.register(channel, SelectionKey.OP_READ, this);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void send(byte[] request, long requestNumber, PublishListener listener) {
        asking = listener;
        number = requestNumber;
        try {
            if (channel.write(ByteBuffer.wrap(request)) < request.length) {
                throw new IOException("a connection did not accept " + request.length + " bytes");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void ready(SelectionKey key) throws IOException {
        ByteBuffer incoming = loop.incoming();
        if (rest != null) {
            incoming.put(rest);
            rest = null;
        }
        if (channel.read(incoming) < 0) {
            throw new IOException("the server closed a connection");
        }
        incoming.flip();
        if (HttpResponseParser.end(incoming) < 0) {
            rest = new byte[incoming.remaining()];
            incoming.get(rest);
            return;
        }
        int status = HttpResponseParser.status(incoming);
        if (status / 100 != 2) {
            throw new IOException("not accepted: " + US_ASCII.decode(incoming));
        }
        asking.accepted(this, number, System.nanoTime());
    }
}
