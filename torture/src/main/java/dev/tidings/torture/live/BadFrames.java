package dev.tidings.torture.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.zip.DeflaterOutputStream;

/**
 * An attack by clients that send invalid WebSocket frames, each over its own connection, and some unusual but valid ones. The service
 * must refuse the former with the right close code and accept the latter.
 */
final class BadFrames implements Attack {
    private static final int TIMEOUT_MILLIS = 5_000;
    private static final int EVERY_MILLIS = 20;
    private static final byte[] PING = "are you there?".getBytes(UTF_8);
    private static final int BOMB_BYTES = 64 << 20;

    /** A frame to send and the close codes with which the server must refuse it; without codes it must be accepted. */
    private record Case(String name, Supplier<ByteBuf> bytes, Set<Integer> codes) {}

    private static final List<Case> CASES = List.of(
            refused(
                    "unmasked",
                    1002,
                    () -> FrameEncoder.unmasked(FrameEncoder.FINAL | FrameEncoder.TEXT, utf8("{\"ack\":[]}"))),
            refused("reserved bit 2", 1002, () -> whole(FrameEncoder.RSV2 | FrameEncoder.TEXT, utf8("{\"ack\":[]}"))),
            refused("reserved opcode 3", 1002, () -> whole(3, utf8("x"))),
            refused("reserved opcode 11", 1002, () -> whole(11, utf8("x"))),
            refused(
                    "compressed though not agreed",
                    1002,
                    () -> whole(FrameEncoder.RSV1 | FrameEncoder.TEXT, Bomb.BYTES)),
            refused(
                    "compressed, first of many",
                    1002,
                    () -> FrameEncoder.masked(FrameEncoder.RSV1 | FrameEncoder.TEXT, Bomb.BYTES)),
            refused("ping that is too long", 1002, () -> whole(FrameEncoder.PING, new byte[126])),
            refused("ping in fragments", 1002, () -> FrameEncoder.masked(FrameEncoder.PING, PING)),
            refused("continuation of nothing", 1002, () -> whole(FrameEncoder.CONTINUATION, utf8("x"))),
            refused(
                    "message in a message",
                    1002,
                    () -> join(
                            FrameEncoder.masked(FrameEncoder.TEXT, utf8("{")),
                            whole(FrameEncoder.TEXT, utf8("{\"ack\":[]}")))),
            refused("not UTF-8", 1007, () -> whole(FrameEncoder.TEXT, new byte[] {'{', (byte) 0xc3, (byte) 0x28, '}'})),
            refused(
                    "not UTF-8, in fragments",
                    1007,
                    () -> join(
                            FrameEncoder.masked(FrameEncoder.TEXT, new byte[] {(byte) 0xe2, (byte) 0x82}),
                            whole(FrameEncoder.CONTINUATION, new byte[] {'x'}))),
            refused("too big", 1009, () -> whole(FrameEncoder.TEXT, blanks(9_000))),
            refused(
                    "too big by its own claim",
                    1009,
                    () -> FrameEncoder.claiming(FrameEncoder.FINAL | FrameEncoder.TEXT, 1L << 40)),
            new Case(
                    "negative length",
                    () -> FrameEncoder.claiming(FrameEncoder.FINAL | FrameEncoder.TEXT, -1),
                    Set.of(1002, 1009)),
            refused(
                    "too big in fragments",
                    1009,
                    () -> join(
                            FrameEncoder.masked(FrameEncoder.TEXT, blanks(5_000)),
                            FrameEncoder.masked(FrameEncoder.CONTINUATION, blanks(5_000)),
                            whole(FrameEncoder.CONTINUATION, blanks(5_000)))),
            new Case("endless empty fragments", BadFrames::emptyFragments, Set.of(1008, 1009)),
            refused("close with half a code", 1002, () -> whole(FrameEncoder.CLOSE, new byte[1])),
            refused("close with a reserved code", 1002, () -> whole(FrameEncoder.CLOSE, new byte[] {3, (byte) 0xed})),
            new Case("binary", () -> whole(FrameEncoder.BINARY, new byte[100]), Set.of(1002, 1003, 1008)),
            accepted(
                    "ack of an unknown id",
                    () -> FrameEncoder.text("{\"ack\":[\"0190c3a0-0000-7000-8000-000000000000\"]}")),
            accepted("ack of nothing", () -> FrameEncoder.text("{\"ack\":[]}")),
            accepted(
                    "ack in fragments with a ping in between",
                    () -> join(
                            FrameEncoder.masked(FrameEncoder.TEXT, utf8("{\"ack\"")),
                            whole(FrameEncoder.PING, utf8("in between")),
                            FrameEncoder.masked(FrameEncoder.CONTINUATION, utf8("")),
                            whole(FrameEncoder.CONTINUATION, utf8(":[]}")))),
            accepted("unsolicited pong", () -> whole(FrameEncoder.PONG, PING)));

    /** Users per case: a user that sends too much is blocked for a while. */
    private static final int USERS = 40;

    private final AttackTarget target;
    private final List<String> tokens;
    private final Map<String, Set<String>> failures = new HashMap<>();
    private volatile boolean ending;
    private int count;
    private int compressionAgreed;

    BadFrames(AttackTarget target) {
        this.target = target;
        this.tokens = IntStream.range(0, USERS * CASES.size())
                .mapToObj(i -> target.tokens().of("rude" + i))
                .toList();
    }

    @Override
    public String name() {
        return "badFrames";
    }

    @Override
    public void start() {
        target.loop().execute(this::next);
    }

    private void next() {
        if (!ending) {
            new Trial(CASES.get(count % CASES.size())).begin(tokens.get(count % tokens.size()));
            count++;
            target.loop().after(EVERY_MILLIS, this::next);
        }
    }

    @Override
    public void verify() throws InterruptedException {
        ending = true;
        TimeUnit.MILLISECONDS.sleep(TIMEOUT_MILLIS + 500);
        target.loop().query(() -> {
            target.findings().attempted("badFrames", count);
            for (int i = 0; i < compressionAgreed; i++) {
                target.findings().violated(LiveViolations.NOT_REFUSED, "compression was agreed to");
            }
            failures.forEach((name, wrong) ->
                    wrong.forEach(what -> target.findings().violated(LiveViolations.NOT_REFUSED, name + ": " + what)));
            return null;
        });
    }

    @Override
    public void close() {
        ending = true;
    }

    /** Sends the frame of one case after the greeting and checks the reaction of the server. */
    private final class Trial extends ClientListener {
        private final Case tried;
        private boolean judged;

        Trial(Case tried) {
            this.tried = tried;
        }

        void begin(String token) {
            Handshake handshake = Handshake.webSocket()
                    .bearer(token)
                    .header("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits");
            ClientConnection wire = target.connect(handshake, this);
            target.loop().after(TIMEOUT_MILLIS, () -> {
                if (!judged) {
                    fail(greeted ? "still open" : "not greeted, refused with " + refusalStatus);
                }
                if (wire.channel() != null) {
                    wire.cut(true);
                }
            });
        }

        @Override
        public void opened(ClientConnection wire, String head) {
            compressionAgreed += head.contains("permessage-deflate") ? 1 : 0;
        }

        @Override
        void greeted(ClientConnection wire) {
            wire.send(tried.bytes().get());
            if (tried.codes().isEmpty()) {
                wire.send(whole(FrameEncoder.PING, PING));
            }
        }

        @Override
        public void pong(ClientConnection wire, byte[] payload) {
            if (tried.codes().isEmpty() && Arrays.equals(payload, PING)) {
                judged = true;
                wire.cut(false);
            }
        }

        @Override
        public void closed(ClientConnection wire, int closeCode) {
            if (tried.codes().isEmpty() || !tried.codes().contains(closeCode)) {
                fail("closed with " + closeCode + " instead of " + tried.codes());
            }
            judged = true;
        }

        private void fail(String wrong) {
            judged = true;
            failures.computeIfAbsent(tried.name(), key -> new TreeSet<>()).add(wrong);
        }
    }

    private static Case refused(String name, int code, Supplier<ByteBuf> bytes) {
        return new Case(name, bytes, Set.of(code));
    }

    private static Case accepted(String name, Supplier<ByteBuf> bytes) {
        return new Case(name, bytes, Set.of());
    }

    private static ByteBuf whole(int first, byte[] payload) {
        return FrameEncoder.masked(FrameEncoder.FINAL | first, payload);
    }

    private static ByteBuf join(ByteBuf... frames) {
        return Unpooled.wrappedBuffer(frames);
    }

    /** Each fragment costs the server work, although it is empty. */
    private static ByteBuf emptyFragments() {
        ByteBuf all = Unpooled.buffer().writeBytes(FrameEncoder.masked(FrameEncoder.TEXT, new byte[0]));
        for (int i = 0; i < 2_000; i++) {
            all.writeBytes(FrameEncoder.masked(FrameEncoder.CONTINUATION, new byte[0]));
        }
        return all;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(UTF_8);
    }

    private static byte[] blanks(int count) {
        byte[] blanks = new byte[count];
        Arrays.fill(blanks, (byte) ' ');
        return blanks;
    }

    /** A decompression bomb: a few kilobytes that inflate to megabytes. */
    private static final class Bomb {
        static final byte[] BYTES = make();

        private static byte[] make() {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (DeflaterOutputStream deflated = new DeflaterOutputStream(bytes)) {
                deflated.write(new byte[BOMB_BYTES]);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            return Arrays.copyOf(bytes.toByteArray(), 8_000);
        }
    }
}
