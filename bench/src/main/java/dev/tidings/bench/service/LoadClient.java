package dev.tidings.bench.service;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;

/**
 * The load, in a process of its own: many connections, each of which sends the next request when it has the answer to the one
 * before. As lean as it can be, since it shares the machine with what it measures. Told over standard input what to do.
 */
final class LoadClient {
    /** How many items a page has. */
    static final int PAGE = 20;

    private static final int LINES_PER_BATCH = 500;
    private static final String ID = "\"id\":\"";
    private static final int ID_LENGTH = 36;

    private final String head;
    private final List<Connection> connections = new ArrayList<>();
    /** Requests that mark what was collected. Filled and read by the one event loop. */
    private final List<byte[]> collected = new ArrayList<>();

    private LoadClient(URI url, String key, int count) throws InterruptedException {
        head = " HTTP/1.1\r\nHost: " + url.getAuthority() + "\r\nAuthorization: Bearer " + key + "\r\n";
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        Bootstrap bootstrap = new Bootstrap()
                .group(loops)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new Connection());
                    }
                });
        for (int i = 0; i < count; i++) {
            Channel channel =
                    bootstrap.connect(url.getHost(), url.getPort()).sync().channel();
            connections.add(channel.pipeline().get(Connection.class));
        }
    }

    /** URL, key, connections. Then on standard input: what, how many, and the number to start with. */
    public static void main(String[] arguments) {
        try {
            LoadClient client = new LoadClient(URI.create(arguments[0]), arguments[1], Integer.parseInt(arguments[2]));
            System.out.println("connected");
            BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, UTF_8));
            String line;
            while ((line = commands.readLine()) != null) {
                String[] words = line.split(" ");
                client.run(words[0], Long.parseLong(words[1]), Long.parseLong(words[2]));
                System.out.println("done");
            }
            System.exit(0);
        } catch (Exception e) {
            // Whoever waits for an answer must see the end of this process, not its silence.
            e.printStackTrace();
            System.exit(2);
        }
    }

    private void run(String what, long count, long first) throws InterruptedException {
        Quota quota = switch (what) {
            case "post" -> new Quota(count, n -> post(first + n), 202);
            case "batch" -> new Quota(count / LINES_PER_BATCH, n -> batch(first + n * LINES_PER_BATCH), 200);
            case "page" -> new Quota(count, n -> get(first + n, "/inbox"), 200);
            case "read" -> new Quota(count, n -> get(first + n, unlikeLastTime(first + n)), 200);
            case "unread" -> new Quota(count, n -> get(first + n, "/unread"), 200);
            case "collect" -> collect(count, first);
            case "mark" -> marks(count);
            default -> throw new IllegalArgumentException("unknown load: " + what);
        };
        connections.forEach(connection -> connection.work(quota));
        quota.await();
    }

    private byte[] post(long n) {
        String body = Texts.request(n);
        return ("POST /v1/notifications" + head + "Content-Type: application/json\r\nContent-Length: " + body.length()
                        + "\r\n\r\n" + body)
                .getBytes(US_ASCII);
    }

    private byte[] batch(long first) {
        byte[] body = Texts.lines(first, LINES_PER_BATCH);
        byte[] start = ("POST /v1/notifications/batch" + head + "Content-Type: application/x-ndjson\r\nContent-Length: "
                        + body.length + "\r\n\r\n")
                .getBytes(US_ASCII);
        byte[] request = Arrays.copyOf(start, start.length + body.length);
        System.arraycopy(body, 0, request, start.length, body.length);
        return request;
    }

    /** A page as long as ever, but for another limit than this user's last: nobody has it ready. */
    private static String unlikeLastTime(long n) {
        return "/inbox?limit=" + (PAGE + n / Texts.USERS % 2);
    }

    private byte[] get(long n, String what) {
        return ("GET /v1/users/" + Texts.user(n) + what + head + "\r\n").getBytes(US_ASCII);
    }

    /** Reads the first page of so many users, and keeps for each item the request that marks it. */
    private Quota collect(long count, long first) {
        collected.clear();
        return new Quota(count, n -> get(first + n, "/inbox"), 200, (n, body) -> {
            for (int at = body.indexOf(ID); at >= 0; at = body.indexOf(ID, at + 1)) {
                String id = body.substring(at + ID.length(), at + ID.length() + ID_LENGTH);
                String mark = "POST /v1/users/" + Texts.user(first + n) + "/inbox/" + id + "/read";
                collected.add((mark + head + "\r\n").getBytes(US_ASCII));
            }
        });
    }

    private Quota marks(long count) {
        if (collected.size() < count) {
            throw new IllegalStateException("there are " + collected.size() + " to mark, not " + count);
        }
        return new Quota(count, n -> collected.get((int) n), 204);
    }

    /** So many requests, shared by all connections. */
    static final class Quota {
        private final long count;
        private final LongFunction<byte[]> request;
        private final int expected;
        /** Null for the most part: loads don't look at their answers. */
        private final BodyReader reader;

        private long next;
        private long done;
        private String wrong;

        /** Sees the answer to the request of this number. */
        interface BodyReader {
            void read(long n, String body);
        }

        Quota(long count, LongFunction<byte[]> request, int expected) {
            this(count, request, expected, null);
        }

        Quota(long count, LongFunction<byte[]> request, int expected, BodyReader reader) {
            this.count = count;
            this.request = request;
            this.expected = expected;
            this.reader = reader;
        }

        /** The number of the next request; negative when all are sent. */
        synchronized long next() {
            return next < count ? next++ : -1;
        }

        byte[] request(long n) {
            return request.apply(n);
        }

        BodyReader reader() {
            return reader;
        }

        synchronized void answered(int status) {
            if (status != expected) {
                wrong = "expected " + expected + ", got " + status;
            }
            done++;
            if (done == count) {
                notifyAll();
            }
        }

        synchronized void await() throws InterruptedException {
            while (done < count) {
                wait();
            }
            if (wrong != null) {
                System.err.println(wrong);
                System.exit(3);
            }
        }
    }
}
