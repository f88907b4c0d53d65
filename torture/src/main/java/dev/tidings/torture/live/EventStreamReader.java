package dev.tidings.torture.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

/** A parser for the server-sent events of the service, in chunked responses or not; passes each event to a sink. */
final class EventStreamReader {
    /** Receives each event: its name, its id if it has one, and its data. */
    interface EventSink {
        void event(String name, String id, String data);
    }

    private final boolean chunked;
    private final EventSink sink;
    private final ByteBuf lines = Unpooled.buffer();
    /** Remaining bytes of the current chunk; -1 before the size of the next chunk. */
    private long left = -1;

    private boolean ended;
    private String name = "";
    private String id;
    private final StringBuilder data = new StringBuilder();

    EventStreamReader(boolean chunked, EventSink sink) {
        this.chunked = chunked;
        this.sink = sink;
    }

    /** Reads bytes; true once the stream has ended. */
    boolean read(ByteBuf bytes) {
        if (chunked) {
            dechunk(bytes);
        } else {
            lines.writeBytes(bytes);
        }
        for (String line = line(lines); line != null; line = line(lines)) {
            take(line);
        }
        lines.discardSomeReadBytes();
        return ended;
    }

    private void dechunk(ByteBuf bytes) {
        while (bytes.isReadable() && !ended) {
            if (left < 0) {
                String size = line(bytes);
                if (size == null) {
                    return;
                }
                if (size.isEmpty()) {
                    continue; // the end of the previous chunk
                }
                left = Long.parseLong(size.split(";")[0].strip(), 16);
                ended = left == 0;
            } else {
                int part = (int) Math.min(left, bytes.readableBytes());
                lines.writeBytes(bytes, part);
                left -= part;
            }
            if (left == 0) {
                left = -1;
            }
        }
    }

    /** The next complete line, or null. */
    private static String line(ByteBuf bytes) {
        int end = ByteBufUtil.indexOf(bytes, bytes.readerIndex(), bytes.writerIndex(), (byte) '\n');
        if (end < 0) {
            return null;
        }
        String line = bytes.readCharSequence(end - bytes.readerIndex(), UTF_8).toString();
        bytes.skipBytes(1);
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }

    private void take(String line) {
        if (line.isEmpty()) {
            if (!data.isEmpty()) {
                sink.event(name, id, data.toString());
            }
            name = "";
            id = null;
            data.setLength(0);
            return;
        }
        int colon = line.indexOf(':');
        String field = colon < 0 ? line : line.substring(0, colon);
        String value = colon < 0 ? "" : line.substring(colon + 1).stripLeading();
        switch (field) {
            case "event" -> name = value;
            case "id" -> id = value;
            case "data" -> data.append(data.isEmpty() ? "" : "\n").append(value);
            default -> {
                // A comment or a retry delay.
            }
        }
    }
}
