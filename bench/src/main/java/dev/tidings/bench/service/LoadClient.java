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
 * The main class of the HTTP load client, a process of its own: many connections, each sending its next request after the response to
 * the previous one. It is lean, because it shares the machine with the server it measures. Commands arrive on standard input.
 */
final class LoadClient {
    /** Items per page. */
    static final int PAGE = 20;

    private static final int LINES_PER_BATCH = 500;
    private static final String ID = "\"id\":\"";
    private static final int ID_LENGTH = 36;

    private final URI url;
    private final String head;
    private final int count;
    private final List<LoadConnection> connections = new ArrayList<>();
    /** Requests that mark collected items as read. Used only by the single event loop. */
    private final List<byte[]> collected = new ArrayList<>();

    private LoadClient(URI url, String key, int count) {
        this.url = url;
        this.count = count;
        head = " HTTP/1.1\r\nHost: " + url.getAuthority() + "\r\nAuthorization: Bearer " + key + "\r\n";
    }

    /** Right before the first request: the server closes connections that stay silent. */
    private void connect() throws InterruptedException {
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        Bootstrap bootstrap = new Bootstrap()
                .group(loops)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new LoadConnection());
                    }
                });
        for (int i = 0; i < count; i++) {
            Channel channel =
                    bootstrap.connect(url.getHost(), url.getPort()).sync().channel();
            connections.add(channel.pipeline().get(LoadConnection.class));
        }
    }

    /** Arguments: URL, key, number of connections. Then on standard input: load, count and first number. */
    public static void main(String[] arguments) {
        try {
            LoadClient client = new LoadClient(URI.create(arguments[0]), arguments[1], Integer.parseInt(arguments[2]));
            System.out.println("ready");
            BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, UTF_8));
            String line;
            while ((line = commands.readLine()) != null) {
                String[] words = line.split(" ");
                client.run(words[0], Long.parseLong(words[1]), Long.parseLong(words[2]));
                System.out.println("done");
            }
            System.exit(0);
        } catch (Exception e) {
            // The parent waits for an answer and must see this process end instead.
            e.printStackTrace();
            System.exit(2);
        }
    }

    private void run(String what, long count, long first) throws InterruptedException {
        RequestQuota quota = switch (what) {
            case "post" -> new RequestQuota(count, n -> post(first + n), 202);
            case "batch" -> new RequestQuota(count / LINES_PER_BATCH, n -> batch(first + n * LINES_PER_BATCH), 200);
            case "page" -> new RequestQuota(count, n -> get(first + n, "/inbox"), 200);
            case "read" -> new RequestQuota(count, n -> get(first + n, uncachedPage(first + n)), 200);
            case "unread" -> new RequestQuota(count, n -> get(first + n, "/unread"), 200);
            case "collect" -> collect(count, first);
            case "mark" -> marks(count);
            default -> throw new IllegalArgumentException("unknown load: " + what);
        };
        if (connections.isEmpty()) {
            connect();
        }
        connections.forEach(connection -> connection.work(quota));
        quota.await();
    }

    private byte[] post(long n) {
        String body = SampleNotifications.request(n);
        return ("POST /v1/notifications" + head + "Content-Type: application/json\r\nContent-Length: " + body.length()
                        + "\r\n\r\n" + body)
                .getBytes(US_ASCII);
    }

    private byte[] batch(long first) {
        byte[] body = SampleNotifications.lines(first, LINES_PER_BATCH);
        byte[] start = ("POST /v1/notifications/batch" + head + "Content-Type: application/x-ndjson\r\nContent-Length: "
                        + body.length + "\r\n\r\n")
                .getBytes(US_ASCII);
        byte[] request = Arrays.copyOf(start, start.length + body.length);
        System.arraycopy(body, 0, request, start.length, body.length);
        return request;
    }

    /** A page with a different limit than the last one of this user, so that no cache can answer it. */
    private static String uncachedPage(long n) {
        return "/inbox?limit=" + (PAGE + n / SampleNotifications.USERS % 2);
    }

    private byte[] get(long n, String what) {
        return ("GET /v1/users/" + SampleNotifications.user(n) + what + head + "\r\n").getBytes(US_ASCII);
    }

    /** Reads the first page of this many users, and keeps for each item the request that marks it as read. */
    private RequestQuota collect(long count, long first) {
        collected.clear();
        return new RequestQuota(count, n -> get(first + n, "/inbox"), 200, (n, body) -> {
            for (int at = body.indexOf(ID); at >= 0; at = body.indexOf(ID, at + 1)) {
                String id = body.substring(at + ID.length(), at + ID.length() + ID_LENGTH);
                String mark = "POST /v1/users/" + SampleNotifications.user(first + n) + "/inbox/" + id + "/read";
                collected.add((mark + head + "\r\n").getBytes(US_ASCII));
            }
        });
    }

    private RequestQuota marks(long count) {
        if (collected.size() < count) {
            throw new IllegalStateException("there are " + collected.size() + " to mark, not " + count);
        }
        return new RequestQuota(count, n -> collected.get((int) n), 204);
    }

    /** A number of requests shared by all connections. */
    static final class RequestQuota {
        private final long count;
        private final LongFunction<byte[]> request;
        private final int expected;
        /** Usually null: most loads ignore the content of responses. */
        private final BodyReader reader;

        private long next;
        private long done;
        private String failure;

        /** Receives the response body of the request with this number. */
        interface BodyReader {
            void read(long n, String body);
        }

        RequestQuota(long count, LongFunction<byte[]> request, int expected) {
            this(count, request, expected, null);
        }

        RequestQuota(long count, LongFunction<byte[]> request, int expected, BodyReader reader) {
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
                failure = "expected " + expected + ", got " + status;
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
            if (failure != null) {
                System.err.println(failure);
                System.exit(3);
            }
        }
    }
}
