package dev.tidings.torture.live;

import dev.tidings.client.model.Notification;
import dev.tidings.core.model.UuidV7;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An attack by clients that flood the service with pings, messages and acks of foreign notifications. The service must throttle them. */
final class Floods implements Attack {
    private static final int EVERY_MILLIS = 10;
    private static final int IDS = 100;
    private static final int OTHERS = 50;
    private static final int LARGE = 1_000;
    private static final int MAX_ACCEPTED_ONE_IN = 3;
    /** Messages with unknown ids, created in advance: creating them is not what is measured. */
    private static final int UNKNOWN = 500;

    private final AttackTarget target;
    private final int count;
    private final int burst;
    private final List<Flood> all = new ArrayList<>();
    private final List<String> foreignIds = new ArrayList<>();
    private volatile boolean ending;
    private long floodFrames;
    private long disconnected;
    private long began;

    /** @param burst frames that each client sends every 10 ms */
    Floods(AttackTarget target, int count, int burst) {
        this.target = target;
        this.count = count;
        this.burst = burst;
    }

    @Override
    public String name() {
        return "floods";
    }

    @Override
    public void start() throws IOException, InterruptedException {
        for (int i = 0; i < OTHERS; i++) {
            foreignIds.add(target.calls()
                    .send(Notification.to("bystander").title("Not yours").build()));
        }
        TimeUnit.SECONDS.sleep(1);
        List<List<ByteBuf>> kinds = List.of(
                List.of(FrameEncoder.masked(FrameEncoder.FINAL | FrameEncoder.PING, new byte[100])),
                List.of(FrameEncoder.text("{\"ack\":[]}")),
                Stream.generate(() -> acks(unknown())).limit(UNKNOWN).toList(),
                List.of(acks(foreignIds)));
        began = System.nanoTime();
        for (int i = 0; i < count; i++) {
            Flood flood = new Flood("flood" + i, kinds.get(i % kinds.size()));
            all.add(flood);
            target.loop().after(i, flood::connect);
        }
    }

    private static List<String> unknown() {
        return Stream.generate(
                        () -> UuidV7.derived(Instant.now(), UUID.randomUUID()).toString())
                .limit(IDS)
                .toList();
    }

    private static ByteBuf acks(List<String> ids) {
        return FrameEncoder.text(ids.stream().collect(Collectors.joining("\",\"", "{\"ack\":[\"", "\"]}")));
    }

    @Override
    public void verify() throws IOException, InterruptedException {
        target.loop().query(() -> {
            target.findings().attempted("floodFrames", floodFrames);
            target.findings().figure("floodsCutOff", disconnected);
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
            all.stream().filter(flood -> flood.isLarge()).forEach(flood -> {
                if (flood.sent > burst * (1_000 / EVERY_MILLIS) * seconds / MAX_ACCEPTED_ONE_IN) {
                    target.findings()
                            .violated(
                                    LiveViolations.NOT_REFUSED, "a flood was not throttled: " + flood.sent + " frames");
                }
            });
            return null;
        });
        for (String id : foreignIds) {
            String state = target.calls().state("bystander", id);
            if (!state.equals("sent")) {
                target.findings().violated(LiveViolations.UNEXPECTED, "acked by another user: " + id + " is " + state);
            }
        }
    }

    @Override
    public void close() {
        ending = true;
        target.loop().execute(() -> all.forEach(Flood::end));
    }

    /** One flooding client; reconnects when it is disconnected. */
    private final class Flood extends ClientListener {
        private final String user;
        private final List<ByteBuf> frames;
        private ClientConnection wire;
        private int next;
        private long sent;

        Flood(String user, List<ByteBuf> frames) {
            this.user = user;
            this.frames = frames;
        }

        void connect() {
            if (!ending) {
                wire = target.connect(target.webSocket(user), this);
            }
        }

        @Override
        void greeted(ClientConnection now) {
            flood(now);
        }

        private void flood(ClientConnection now) {
            if (ending || now != wire || !now.channel().isActive()) {
                return;
            }
            if (now.channel().isWritable()) {
                ByteBuf some = Unpooled.buffer();
                for (int i = 0; i < burst; i++) {
                    ByteBuf one = frames.get(next++ % frames.size());
                    some.writeBytes(one, one.readerIndex(), one.readableBytes());
                }
                now.send(some);
                sent += burst;
                floodFrames += burst;
            }
            target.loop().after(EVERY_MILLIS, () -> flood(now));
        }

        @Override
        public void closed(ClientConnection from, int closeCode) {
            disconnected++;
            target.loop().after(200, this::connect);
        }

        /** Socket buffers are small compared with the frames it sends. */
        boolean isLarge() {
            return frames.get(0).readableBytes() > LARGE;
        }

        void end() {
            if (wire != null && wire.channel() != null) {
                wire.cut(true);
            }
        }
    }
}
