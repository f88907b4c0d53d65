package dev.tidings.bench.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/**
 * The main class of the load client of the live benchmark, a process of its own: the sockets of many users, and connections that send
 * notifications to them. Sending and receiving in one process puts all durations on one clock. Commands arrive on standard input.
 */
final class LiveClient implements LiveSocket.Listener {
    static final String DONE = "done";
    /** The user that owns all sockets in the broadcast case. */
    static final String SHARED_USER = "everybody";

    private static final int CONNECTIONS = 256;
    private static final long TIMEOUT_SECONDS = 120;

    private final ServerProtocol target;
    private final SocketLoop loop = new SocketLoop();
    private final SocketPool sockets;
    private final List<PublishConnection> posters = new ArrayList<>();
    private SocketLoad load;

    private LiveClient(ServerProtocol target, InetSocketAddress server) throws IOException {
        this.target = target;
        sockets = new SocketPool(server, request -> new LiveSocket(loop, this, target.sendsGreeting(), request));
        for (int i = 0; i < CONNECTIONS; i++) {
            posters.add(new PublishConnection(loop, server));
        }
        loop.execute(() -> posters.forEach(PublishConnection::begin));
        Thread thread = new Thread(loop, "sockets");
        thread.setDaemon(true);
        thread.start();
    }

    /** Arguments: server name, URL, key. Then one command per line on standard input, with its numbers. */
    public static void main(String[] arguments) {
        try {
            URI url = URI.create(arguments[1]);
            LiveClient client = new LiveClient(
                    ServerProtocol.of(arguments[0], url, arguments[2]),
                    new InetSocketAddress(url.getHost(), url.getPort()));
            System.out.println("connected");
            BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, UTF_8));
            String line;
            while ((line = commands.readLine()) != null) {
                System.out.println(client.run(line.split(" ")));
            }
            System.exit(0);
        } catch (Exception e) {
            // The parent waits for an answer and must see this process end instead.
            e.printStackTrace();
            System.exit(2);
        }
    }

    private String run(String[] words) throws InterruptedException, ExecutionException {
        int count = words.length > 1 ? Integer.parseInt(words[1]) : 0;
        long first = words.length > 2 ? Long.parseLong(words[2]) : 0;
        return switch (words[0]) {
            case "open" -> open(count, n -> target.webSocket(Recipients.user(n)));
            case "stream" -> open(count, n -> target.sse(Recipients.user(n)));
            case "gather" -> {
                byte[] request = target.webSocket(SHARED_USER);
                yield open(count, n -> request);
            }
            case "close" -> close();
            case "all" ->
                runLoad(new BroadcastLoad(target.publish(SHARED_USER, first), posters.get(0), first, sockets.count()));
            case "addressed" ->
                runLoad(new AddressedLoad(new Recipients(target, sockets.count()), posters, first, count));
            case "paced" ->
                runLoad(new PacedLoad(
                        loop,
                        new Recipients(target, sockets.count()),
                        posters,
                        first,
                        count,
                        Long.parseLong(words[3])));
            default -> throw new IllegalArgumentException("unknown load: " + words[0]);
        };
    }

    private String open(int count, IntFunction<byte[]> requests) throws InterruptedException, ExecutionException {
        // Created in advance: signing tokens takes longer than opening sockets.
        byte[][] prepared = new byte[count][];
        for (int n = 0; n < count; n++) {
            prepared[n] = requests.apply(n);
        }
        CompletableFuture<Void> open = new CompletableFuture<>();
        loop.execute(() -> sockets.open(count, n -> prepared[n], open));
        await(open, () -> count - sockets.count() + " sockets of " + count);
        return DONE;
    }

    private String close() throws InterruptedException, ExecutionException {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        loop.execute(() -> {
            sockets.closeAll();
            closed.complete(null);
        });
        await(closed, () -> "the closing of sockets");
        return DONE;
    }

    private String runLoad(SocketLoad next) throws InterruptedException, ExecutionException {
        loop.execute(() -> {
            load = next;
            next.start();
        });
        return await(next.done(), next::missing);
    }

    /** Describes what has not arrived, for a timeout. */
    private interface Missing {
        String describe();
    }

    private static <T> T await(CompletableFuture<T> future, Missing missing)
            throws InterruptedException, ExecutionException {
        try {
            return future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("still missing after " + TIMEOUT_SECONDS + " s: " + missing.describe(), e);
        }
    }

    @Override
    public void opened(LiveSocket socket) {
        sockets.opened(socket);
    }

    @Override
    public void received(long number, long now) {
        if (load != null) {
            load.received(number, now);
        }
    }
}
