package dev.tidings.torture.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** Encodes the WebSocket frames of simulated clients, valid ones and, for {@link BadFrames}, invalid ones. */
final class FrameEncoder {
    static final int CONTINUATION = 0;
    static final int TEXT = 1;
    static final int BINARY = 2;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;
    static final int FINAL = 0x80;
    static final int RSV1 = 0x40;
    static final int RSV2 = 0x20;

    private static final int MASKED = 0x80;
    private static final int MASK = 0x1f2e3d4c;

    private FrameEncoder() {}

    static ByteBuf text(String text) {
        return masked(FINAL | TEXT, text.getBytes(UTF_8));
    }

    /**
     * A masked frame.
     *
     * @param first the first byte: final flag, reserved bits and opcode
     */
    static ByteBuf masked(int first, byte[] payload) {
        ByteBuf frame = Unpooled.buffer(payload.length + 14);
        frame.writeByte(first);
        length(frame, MASKED, payload.length);
        frame.writeInt(MASK);
        for (int i = 0; i < payload.length; i++) {
            frame.writeByte(payload[i] ^ MASK >>> 24 - 8 * (i % 4));
        }
        return frame;
    }

    /** An unmasked frame, which only a server may send. */
    static ByteBuf unmasked(int first, byte[] payload) {
        ByteBuf frame = Unpooled.buffer(payload.length + 10);
        frame.writeByte(first);
        length(frame, 0, payload.length);
        return frame.writeBytes(payload);
    }

    /** The header of a frame that claims this length. */
    static ByteBuf claiming(int first, long length) {
        return Unpooled.buffer(14)
                .writeByte(first)
                .writeByte(MASKED | 127)
                .writeLong(length)
                .writeInt(MASK);
    }

    private static void length(ByteBuf frame, int masked, int length) {
        if (length < 126) {
            frame.writeByte(masked | length);
        } else if (length < 65_536) {
            frame.writeByte(masked | 126).writeShort(length);
        } else {
            frame.writeByte(masked | 127).writeLong(length);
        }
    }
}
