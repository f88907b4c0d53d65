package dev.tidings.bench.sockets;

import io.netty.buffer.ByteBuf;

/** Takes a server's frames apart. */
final class FrameReader {
    private static final int LONGEST = 16 << 20;

    /** Who hears of each frame. */
    interface Sink {
        void frame(int first, byte[] payload);
    }

    private final Sink sink;

    FrameReader(Sink sink) {
        this.sink = sink;
    }

    /** Reads the frames that are complete, and leaves the rest. */
    void read(ByteBuf bytes) {
        while (bytes.readableBytes() >= 2) {
            bytes.markReaderIndex();
            int first = bytes.readUnsignedByte();
            int length = bytes.readUnsignedByte();
            int more = length == 126 ? 2 : length == 127 ? 8 : 0;
            if (bytes.readableBytes() < more) {
                bytes.resetReaderIndex();
                return;
            }
            long size = more == 0 ? length : more == 2 ? bytes.readUnsignedShort() : bytes.readLong();
            if (length > 127 || size < 0 || size > LONGEST) {
                throw new IllegalStateException("the server sent a frame that no server sends: length " + size);
            }
            if (bytes.readableBytes() < size) {
                bytes.resetReaderIndex();
                return;
            }
            byte[] payload = new byte[(int) size];
            bytes.readBytes(payload);
            sink.frame(first, payload);
        }
    }
}
