package dev.tidings.torture.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link EventStreamReader}: arbitrary splits and chunks. */
class EventStreamReaderTest {
    private static final String STREAM =
            "retry: 2000\n\nevent: read\nid: c1\ndata: {\"é\":1}\n\n: hello\n\ndata: 2\n\n";

    private final List<String> read = new ArrayList<>();

    @Test
    void events_areReadByteByByte() {
        EventStreamReader reader = reader(false);
        for (byte one : STREAM.getBytes(UTF_8)) {
            assertThat(reader.read(Unpooled.wrappedBuffer(new byte[] {one}))).isFalse();
        }

        assertThat(read).containsExactly("read c1 {\"é\":1}", " null 2");
    }

    @Test
    void events_areReadAcrossChunks() {
        EventStreamReader reader = reader(true);
        byte[] stream = STREAM.getBytes(UTF_8);
        ByteBuf bytes = Unpooled.buffer();
        for (int at = 0; at < stream.length; at += 11) {
            int size = Math.min(11, stream.length - at);
            bytes.writeBytes((Integer.toHexString(size) + "\r\n").getBytes(UTF_8));
            bytes.writeBytes(stream, at, size).writeBytes(new byte[] {'\r', '\n'});
        }
        boolean over = false;
        ByteBuf piece = Unpooled.buffer();
        bytes.writeBytes("0\r\n\r\n".getBytes(UTF_8));
        while (bytes.isReadable()) {
            piece.writeByte(bytes.readByte());
            over |= reader.read(piece);
        }

        assertThat(over).isTrue();
        assertThat(read).containsExactly("read c1 {\"é\":1}", " null 2");
    }

    private EventStreamReader reader(boolean chunked) {
        return new EventStreamReader(chunked, (name, id, data) -> read.add(name + " " + id + " " + data));
    }
}
