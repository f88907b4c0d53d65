package dev.tidings.torture.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link PduReader} and {@link FrameEncoder}, on which the verdicts of the run depend. */
class FrameReaderTest {
    private final List<byte[]> read = new ArrayList<>();
    private final FrameReader reader = new FrameReader((first, payload) -> {
        assertThat(first).isEqualTo(FrameEncoder.FINAL | FrameEncoder.TEXT);
        read.add(payload);
    });

    @ParameterizedTest
    @ValueSource(ints = {0, 125, 126, 65_535, 65_536})
    void frame_isReadOnceItIsComplete(int size) {
        ByteBuf frame = FrameEncoder.unmasked(FrameEncoder.FINAL | FrameEncoder.TEXT, new byte[size]);
        ByteBuf bytes = Unpooled.buffer();
        while (frame.isReadable()) {
            assertThat(read).isEmpty();
            bytes.writeByte(frame.readByte());
            reader.read(bytes);
        }

        assertThat(read).hasSize(1);
        assertThat(read.get(0)).hasSize(size);
    }

    @Test
    void mask_isAppliedToEachByte() {
        ByteBuf frame = FrameEncoder.text("tidings");

        assertThat(frame.readUnsignedByte()).isEqualTo((short) 0x81);
        assertThat(frame.readUnsignedByte()).isEqualTo((short) (0x80 | 7));
        byte[] mask = new byte[4];
        frame.readBytes(mask);
        byte[] payload = new byte[7];
        for (int i = 0; i < payload.length; i++) {
            payload[i] = (byte) (frame.readByte() ^ mask[i % 4]);
        }
        assertThat(new String(payload, UTF_8)).isEqualTo("tidings");
    }
}
