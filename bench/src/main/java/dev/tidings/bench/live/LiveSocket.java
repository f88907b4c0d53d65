package dev.tidings.bench.live;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** The live connection of one user: sends the handshake, then reads frames or events. Handles only what a well-behaved server sends. */
final class LiveSocket implements SocketLoop.ReadyHandler {
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final byte[] MASKED_PONG = {(byte) 0x8A, (byte) 0x80, 0, 0, 0, 0};
    private static final int LENGTH_IN_TWO_BYTES = 126;
    private static final int LENGTH_IN_EIGHT_BYTES = 127;

    /** Receives the events of a socket. */
    interface Listener {
        void opened(LiveSocket socket);

        /** A notification with this number was received. */
        void received(long number, long now);
    }

    private final SocketLoop loop;
    private final Listener listener;
    private final boolean greeted;
    private final SocketChannel channel;
    /** Null once it is sent. */
    private byte[] request;
    /** Bytes of an incomplete message; usually null. */
    private byte[] rest;

    private boolean frames;
    private boolean streaming;
    private boolean open;

    /** @param greeted whether the socket counts as open only after the first message of the server */
    LiveSocket(SocketLoop loop, Listener listener, boolean greeted, byte[] request) throws IOException {
        this.loop = loop;
        this.listener = listener;
        this.greeted = greeted;
        this.request = request;
        channel = SocketChannel.open();
    }

    void connect(InetSocketAddress from, InetSocketAddress to) throws IOException {
        channel.bind(from);
        loop.register(channel, SelectionKey.OP_CONNECT, this);
        channel.connect(to);
    }

    void close() {
        try {
            channel.close();
        } catch (IOException alreadyGone) {
            // Closing is the goal anyway.
        }
    }

    @Override
    public void ready(SelectionKey key) throws IOException {
        if (request != null) {
            channel.finishConnect();
            write(request);
            request = null;
            key.interestOps(SelectionKey.OP_READ);
            return;
        }
        ByteBuffer incoming = loop.incoming();
        if (rest != null) {
            incoming.put(rest);
            rest = null;
        }
        if (channel.read(incoming) < 0) {
            throw new IOException("the server closed a socket");
        }
        incoming.flip();
        if (frames) {
            readFrames(incoming);
        } else if (streaming) {
            readStream(incoming);
        } else {
            readHandshake(incoming);
        }
        if (incoming.hasRemaining()) {
            rest = new byte[incoming.remaining()];
            incoming.get(rest);
        }
    }

    private void write(byte[] bytes) throws IOException {
        if (channel.write(ByteBuffer.wrap(bytes)) < bytes.length) {
            throw new IOException("a socket did not accept " + bytes.length + " bytes");
        }
    }

    private void readHandshake(ByteBuffer incoming) throws IOException {
        int end = HttpResponseParser.headEnd(incoming);
        if (end < 0) {
            return;
        }
        int status = HttpResponseParser.status(incoming);
        frames = status == 101;
        streaming = status == 200;
        if (!frames && !streaming) {
            throw new IOException("unexpected response: " + US_ASCII.decode(incoming));
        }
        incoming.position(end);
        if (!greeted) {
            markOpen();
        }
        if (frames) {
            readFrames(incoming);
        } else {
            readStream(incoming);
        }
    }

    private void markOpen() {
        if (!open) {
            open = true;
            listener.opened(this);
        }
    }

    /** Event streams are only opened and kept open; any content counts as the greeting. */
    private void readStream(ByteBuffer incoming) {
        if (incoming.hasRemaining()) {
            incoming.position(incoming.limit());
            markOpen();
        }
    }

    private void readFrames(ByteBuffer incoming) throws IOException {
        while (incoming.remaining() >= 2) {
            int start = incoming.position();
            int opcode = incoming.get(start) & 0x0F;
            int length = incoming.get(start + 1) & 0x7F;
            int body = start + 2;
            if (length == LENGTH_IN_TWO_BYTES) {
                if (incoming.remaining() < 4) {
                    return;
                }
                length = incoming.getShort(start + 2) & 0xFFFF;
                body = start + 4;
            } else if (length == LENGTH_IN_EIGHT_BYTES) {
                throw new IOException("a frame longer than anything that was sent");
            }
            if (incoming.limit() < body + length) {
                return;
            }
            frame(opcode, incoming, body, length);
            incoming.position(body + length);
        }
    }

    private void frame(int opcode, ByteBuffer incoming, int body, int length) throws IOException {
        if (opcode == PING) {
            write(MASKED_PONG);
        } else if (opcode == CLOSE) {
            throw new IOException("the server closed the connection: " + (incoming.getShort(body) & 0xFFFF));
        } else {
            long number = NumberParser.find(incoming, body, length);
            if (number >= 0) {
                listener.received(number, System.nanoTime());
            } else {
                markOpen();
            }
        }
    }
}
