package dev.tidings.torture.live;

import dev.tidings.torture.RunFindings;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The devices of all simulated users of a live run, one or two per user; half of them use WebSocket and half server-sent events. */
final class DeviceFleet implements AutoCloseable {
    /** One in this many seen notifications is marked as read. */
    private static final int READ_ONE_IN = 4;

    /** A notification seen by a user, who now marks it as read. */
    record SeenNotification(String token, String user, String notification) {}

    private final ClientLoop loop = new ClientLoop();
    private final Map<String, List<ResumingDevice>> devices = new LinkedHashMap<>();
    private final Map<String, String> tokens = new LinkedHashMap<>();
    private final int forgetEvery;
    private final Random random;
    private final BlockingQueue<SeenNotification> toRead = new LinkedBlockingQueue<>();
    private volatile LiveApi calls;

    /** @param forgetEvery one in how many disconnects a device resumes from a newer cursor than it has seen; 0 for never */
    DeviceFleet(int clients, int forgetEvery, TokenSigner tokens, RunFindings findings, Random random) {
        this.forgetEvery = forgetEvery;
        this.random = random;
        for (int client = 0; client < clients; ) {
            String user = "user" + devices.size();
            String token = tokens.of(user);
            this.tokens.put(user, token);
            List<ResumingDevice> own = new ArrayList<>();
            int count = Math.min(clients - client, 1 + random.nextInt(2));
            for (int i = 0; i < count; i++, client++) {
                ResumingDevice.DeviceTransport way =
                        new ResumingDevice.DeviceTransport(user, token, client % 2 == 0, client / 2);
                own.add(new ResumingDevice(way, this, findings, new Random(random.nextLong())));
            }
            devices.put(user, own);
        }
    }

    /** Sets the client of the service after a restart. */
    void setCalls(LiveApi now) {
        calls = now;
    }

    LiveApi calls() {
        return calls;
    }

    InetSocketAddress address() {
        return calls.address();
    }

    ClientLoop loop() {
        return loop;
    }

    List<String> users() {
        return List.copyOf(devices.keySet());
    }

    String token(String user) {
        return tokens.get(user);
    }

    List<ResumingDevice> of(String user) {
        return devices.get(user);
    }

    List<ResumingDevice> all() {
        return devices.values().stream().flatMap(List::stream).toList();
    }

    BlockingQueue<SeenNotification> toRead() {
        return toRead;
    }

    boolean forgets(Random of) {
        return forgetEvery > 0 && of.nextInt(forgetEvery) == 0;
    }

    void seen(ResumingDevice.DeviceTransport way, String notification) {
        if (random.nextInt(READ_ONE_IN) == 0) {
            toRead.add(new SeenNotification(way.token(), way.user(), notification));
        }
    }

    void connectAll() {
        loop.execute(() -> {
            int delay = 0;
            for (ResumingDevice device : all()) {
                // Staggered: concurrent connects are limited, which is not the subject of this run.
                loop.after(delay++, device::connect);
            }
        });
    }

    void cutAll(int times) {
        loop.execute(() -> all().forEach(device -> device.startCuts(times)));
    }

    void stopCuts() {
        loop.execute(() -> all().forEach(ResumingDevice::stopCuts));
    }

    long events() throws InterruptedException {
        return loop.query(
                () -> all().stream().mapToLong(device -> device.events).sum());
    }

    @Override
    public void close() {
        loop.execute(() -> all().forEach(ResumingDevice::end));
        loop.close();
    }
}
