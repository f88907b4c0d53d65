package dev.tidings.torture.live;

import io.netty.buffer.ByteBuf;

/** A parser for the WebSocket frames of the service; passes each complete frame to a sink. */
final class FrameReader {
    private static final int MAX_FRAME_BYTES = 16 << 20;

    /** Receives each frame. */
    interface FrameSink {
        void frame(int first, byte[] payload);
    }

    private final FrameSink sink;

    FrameReader(FrameSink sink) {
        this.sink = sink;
    }

    /** Reads the complete frames and leaves the rest. */
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
            if (length > 127 || size < 0 || size > MAX_FRAME_BYTES) {
                throw new IllegalStateException("the server sent an invalid frame: length " + size);
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
