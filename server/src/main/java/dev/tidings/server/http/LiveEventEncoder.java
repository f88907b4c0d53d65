package dev.tidings.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.feed.FeedCursor;
import dev.tidings.server.live.LiveEvent;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.util.concurrent.FastThreadLocal;
import java.io.IOException;

/**
 * Encodes live events as WebSocket frames and server-sent events. An event mostly goes to several connections of an event loop in a
 * row, so each loop caches its last encoded event for both transports.
 */
final class LiveEventEncoder {
    private static final FastThreadLocal<LiveEventEncoder> PER_LOOP = new FastThreadLocal<>() {
        @Override
        protected LiveEventEncoder initialValue() {
            return new LiveEventEncoder();
        }

        @Override
        protected void onRemoval(LiveEventEncoder frames) {
            frames.clear();
        }
    };

    private static final int TEXT = 0x81;
    private static final int CLOSE = 0x88;
    private static final int PING = 0x89;
    private static final int PONG = 0x8A;
    private static final int SMALL = 125;
    private static final int MEDIUM = 0xFFFF;
    private static final int MEDIUM_FOLLOWS = 126;
    private static final int LARGE_FOLLOWS = 127;
    private static final int MAX_HEADER_BYTES = 10;

    private LiveEvent last;
    private byte[] json;
    private ByteBuf webSocket;
    private ByteBuf eventStream;

    private LiveEventEncoder() {}

    static LiveEventEncoder forCurrentLoop() {
        return PER_LOOP.get();
    }

    /** To be written, which releases it. */
    ByteBuf webSocket(LiveEvent event, Channel channel) {
        encodeJson(event);
        if (webSocket == null) {
            boolean heartbeat = event instanceof LiveEvent.Heartbeat;
            webSocket = channel.alloc().directBuffer(json.length + MAX_HEADER_BYTES + (heartbeat ? 2 : 0));
            frame(webSocket, TEXT, json.length).writeBytes(json);
            if (heartbeat) {
                // Scripts can't see pings, and clients need not answer a text.
                frame(webSocket, PING, 0);
            }
        }
        return webSocket.retainedDuplicate();
    }

    /** To be written, which releases it. */
    ByteBuf eventStream(LiveEvent event, Channel channel) {
        encodeJson(event);
        if (eventStream == null) {
            StringBuilder fields = new StringBuilder(64).append("event: ").append(name(event));
            FeedCursor cursor = cursor(event);
            if (cursor != null) {
                fields.append("\nid: ").append(cursor.text());
            }
            byte[] head = fields.append("\ndata: ").toString().getBytes(US_ASCII);
            eventStream = channel.alloc().directBuffer(head.length + json.length + 2);
            eventStream
                    .writeBytes(head)
                    .writeBytes(onOneLine(json))
                    .writeByte('\n')
                    .writeByte('\n');
        }
        return eventStream.retainedDuplicate();
    }

    /** Replaces line breaks, which a sender's verbatim JSON may contain between tokens, but not within strings. */
    private static byte[] onOneLine(byte[] json) {
        byte[] line = json;
        for (int i = 0; i < json.length; i++) {
            if (json[i] == '\n' || json[i] == '\r') {
                line = line == json ? json.clone() : line;
                line[i] = ' ';
            }
        }
        return line;
    }

    static ByteBuf pong(ByteBuf payload) {
        return Unpooled.wrappedBuffer(
                frame(Unpooled.buffer(MAX_HEADER_BYTES), PONG, payload.readableBytes()), payload.retain());
    }

    /** @param reason short ASCII text */
    static ByteBuf close(int code, String reason) {
        byte[] text = reason.getBytes(US_ASCII);
        return frame(Unpooled.buffer(MAX_HEADER_BYTES + text.length + 2), CLOSE, text.length + 2)
                .writeShort(code)
                .writeBytes(text);
    }

    private static ByteBuf frame(ByteBuf to, int kind, int length) {
        to.writeByte(kind);
        if (length <= SMALL) {
            return to.writeByte(length);
        }
        return length <= MEDIUM
                ? to.writeByte(MEDIUM_FOLLOWS).writeShort(length)
                : to.writeByte(LARGE_FOLLOWS).writeLong(length);
    }

    private void encodeJson(LiveEvent event) {
        if (event != last) {
            byte[] written = Json.bytes(generator -> write(generator, event));
            clear();
            last = event;
            json = written;
        }
    }

    private void clear() {
        last = null;
        json = null;
        if (webSocket != null) {
            webSocket.release();
            webSocket = null;
        }
        if (eventStream != null) {
            eventStream.release();
            eventStream = null;
        }
    }

    private static String name(LiveEvent event) {
        if (event instanceof LiveEvent.Changed changed) {
            return changed.change().isAdded()
                    ? "notification"
                    : changed.change().kind();
        }
        if (event instanceof LiveEvent.Hello) {
            return "hello";
        }
        if (event instanceof LiveEvent.Reload) {
            return "reload";
        }
        return event instanceof LiveEvent.Heartbeat ? "heartbeat" : "bye";
    }

    private static FeedCursor cursor(LiveEvent event) {
        if (event instanceof LiveEvent.Changed changed) {
            return changed.cursor();
        }
        if (event instanceof LiveEvent.Hello hello) {
            return hello.cursor();
        }
        return event instanceof LiveEvent.Reload reload ? reload.cursor() : null;
    }

    private static void write(JsonGenerator json, LiveEvent event) throws IOException {
        json.writeStartObject();
        json.writeStringField("event", name(event));
        if (event instanceof LiveEvent.Hello hello) {
            writePosition(json, hello.cursor(), hello.unread());
            json.writeBooleanField("resumed", hello.resumed());
            json.writeNumberField("heartbeat", hello.heartbeat().toMillis());
        } else if (event instanceof LiveEvent.Reload reload) {
            writePosition(json, reload.cursor(), reload.unread());
        } else if (event instanceof LiveEvent.Bye bye) {
            json.writeStringField("reason", bye.reason().wire());
        } else if (event instanceof LiveEvent.Changed changed) {
            writePosition(json, changed.cursor(), changed.unread());
            writeChange(json, changed);
        }
        json.writeEndObject();
    }

    private static void writeChange(JsonGenerator json, LiveEvent.Changed changed) throws IOException {
        InboxChange change = changed.change();
        if (changed.item() != null) {
            json.writeFieldName("notification");
            NotificationViews.inboxItem(json, changed.item());
        } else if (change.notification() != null) {
            json.writeStringField("notificationId", change.notification().toString());
        } else {
            Json.time(json, "from", UuidV7.time(change.from()));
            Json.time(json, "upTo", UuidV7.time(change.position()));
        }
    }

    private static void writePosition(JsonGenerator json, FeedCursor cursor, long unread) throws IOException {
        json.writeStringField("id", cursor.text());
        json.writeNumberField("unread", unread);
    }
}
