package dev.tidings.torture.live;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An attack by clients that send one byte at a time: half of them their handshake, half of them a frame. */
final class SlowSenders implements Attack {
    private static final int BYTE_EVERY_MILLIS = 1_000;
    private static final int CONNECTS_PER_MILLI = 1;
    private static final int FRAME_BYTES = 8_000;

    private final AttackTarget target;
    private final int count;
    private final List<SlowSender> all = new ArrayList<>();
    private volatile boolean ending;

    SlowSenders(AttackTarget target, int count) {
        this.target = target;
        this.count = count;
    }

    @Override
    public String name() {
        return "slowSenders";
    }

    @Override
    public void start() throws InterruptedException {
        for (int i = 0; i < count; i++) {
            SlowSender sender = new SlowSender(i % 2 == 0);
            all.add(sender);
            Handshake handshake = target.webSocket("slow" + i % 500);
            target.loop().after(i / CONNECTS_PER_MILLI, () -> sender.begin(handshake));
        }
        TimeUnit.MILLISECONDS.sleep(count / CONNECTS_PER_MILLI + BYTE_EVERY_MILLIS);
    }

    @Override
    public void verify() throws InterruptedException {
        long disconnected = target.loop()
                .query(() -> all.stream().filter(sender -> sender.ended).count());
        long frames = target.loop()
                .query(() -> all.stream()
                        .filter(sender -> !sender.inHandshake && sender.greeted)
                        .count());
        target.findings().figure("slowSendersCutOff", disconnected);
        target.findings().attempted("slowFrames", frames);
    }

    @Override
    public void close() {
        ending = true;
        target.loop().execute(() -> all.forEach(SlowSender::end));
    }

    /** One slow client. */
    private final class SlowSender extends ClientListener {
        private final boolean inHandshake;
        private ClientConnection wire;
        private ByteBuf bytes;

        SlowSender(boolean inHandshake) {
            this.inHandshake = inHandshake;
        }

        void begin(Handshake handshake) {
            if (inHandshake) {
                bytes = handshake.bytes();
                wire = new ClientConnection(null, this);
                target.loop().connect(target.calls().address(), wire).addListener(done -> drip());
            } else {
                wire = target.connect(handshake, this);
            }
        }

        @Override
        void greeted(ClientConnection now) {
            bytes = FrameEncoder.masked(FrameEncoder.FINAL | FrameEncoder.TEXT, new byte[FRAME_BYTES]);
            drip();
        }

        private void drip() {
            if (!ending && !ended && wire.channel() != null && bytes.isReadable()) {
                wire.send(bytes.readSlice(1).copy());
                target.loop().after(BYTE_EVERY_MILLIS, this::drip);
            }
        }

        void end() {
            if (wire != null && wire.channel() != null) {
                wire.cut(true);
            }
        }
    }
}
