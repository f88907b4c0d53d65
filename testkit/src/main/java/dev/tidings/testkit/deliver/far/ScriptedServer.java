package dev.tidings.testkit.deliver.far;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tidings.testkit.deliver.FarSide;
import dev.tidings.testkit.deliver.FarSide.Behaviour;
import dev.tidings.testkit.deliver.FarSide.Received;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * What the far sides on HTTP share: a server that reads a request, has it checked, and does with it what was said about its address.
 * No thread waits for anything, so it holds as many requests as there are connections.
 */
public abstract class ScriptedServer implements AutoCloseable {
    /** After which nobody waits any more for one who hangs, and the connection is given back to the system. */
    private static final Duration HANGS = Duration.ofSeconds(60);

    static {
        // Without these the JDK's server waits 40 ms for the second packet of an answer, and closes connections in use
        // beyond 200.
        setDefault("sun.net.httpserver.nodelay", "true");
        setDefault("sun.net.httpserver.maxIdleConnections", "10000");
        setDefault("sun.net.httpserver.idleInterval", "600");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(4, ScriptedServer::daemon);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(ScriptedServer::daemon);
    private final Map<String, Behaviour> scripts = new ConcurrentHashMap<>();
    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
    private final Queue<Received> received = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> held = new ConcurrentLinkedQueue<>();
    private volatile Function<String, Behaviour> otherwise = address -> Behaviour.ACCEPTS;
    private volatile Request lastRequest;

    ScriptedServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_024);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** An answer; nothing else is said than this. */
    record Said(int status, String contentType, String body, Map<String, String> headers) {
        Said(int status, String contentType, String body) {
            this(status, contentType, body, Map.of());
        }

        Said with(String header, String value) {
            return new Said(status, contentType, body, Map.of(header, value));
        }
    }

    /** Answers what has nothing to do with deliveries, such as a request for a token; null if it has. */
    Said aside(Request request) throws NotAsDocumented {
        return null;
    }

    /** What the request says, after everything about it was checked. */
    abstract Received understood(Request request) throws NotAsDocumented;

    /** The documented answer to what is not as documented. */
    abstract Said objection(NotAsDocumented what);

    /** The documented answer of one who takes it, refuses it, throttles, does not know the address, fails, or talks nonsense. */
    abstract Said says(Behaviour behaviour, Received delivery);

    private void handle(HttpExchange exchange) throws IOException {
        try {
            Request request = Request.read(exchange);
            lastRequest = request;
            Said aside = aside(request);
            if (aside != null) {
                answer(exchange, aside);
                return;
            }
            Received delivery = understood(request);
            Behaviour told = scripts.get(delivery.address());
            act(request, delivery, told != null ? told : otherwise.apply(delivery.address()));
        } catch (NotAsDocumented e) {
            answer(exchange, objection(e));
        } catch (RuntimeException e) {
            // A mistake here must not look like a far side that hangs.
            answer(exchange, new Said(599, "text/plain", e.toString()));
            throw e;
        }
    }

    private void act(Request request, Received delivery, Behaviour behaviour) throws IOException {
        HttpExchange exchange = request.exchange();
        if (behaviour == Behaviour.HOLDS) {
            // Before anybody can see that it has come, and ask for it to be released.
            held.add(() -> answerLate(exchange, says(Behaviour.ACCEPTS, delivery)));
        }
        calls.add(new Call(
                delivery.address(),
                delivery.message(),
                delivery.dedupeKey(),
                request.startedNanos(),
                request.startedMillis(),
                takes(behaviour),
                answers(behaviour)));
        received.add(delivery);
        switch (behaviour) {
            case HOLDS -> {}
            case HANGS -> timer.schedule(exchange::close, HANGS.toSeconds(), TimeUnit.SECONDS);
            case DROPS -> exchange.close();
            case THROTTLES ->
                answer(exchange, says(behaviour, delivery).with("Retry-After", "" + FarSide.RETRY_AFTER.toSeconds()));
            default -> answer(exchange, says(behaviour, delivery));
        }
    }

    /** Who talks nonsense might have taken it; so it is counted. */
    private static boolean takes(Behaviour behaviour) {
        return switch (behaviour) {
            case ACCEPTS, HANGS, HOLDS, GARBAGE, DROPS -> true;
            case REFUSES, THROTTLES, UNKNOWN_ADDRESS, FAILS -> false;
        };
    }

    private static boolean answers(Behaviour behaviour) {
        return behaviour != Behaviour.HANGS && behaviour != Behaviour.DROPS && behaviour != Behaviour.GARBAGE;
    }

    private static void answer(HttpExchange exchange, Said said) throws IOException {
        byte[] bytes = said.body().getBytes(UTF_8);
        if (!said.contentType().isEmpty()) {
            exchange.getResponseHeaders().set("Content-Type", said.contentType());
        }
        said.headers().forEach(exchange.getResponseHeaders()::set);
        exchange.sendResponseHeaders(said.status(), bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    private static void answerLate(HttpExchange exchange, Said said) {
        try {
            answer(exchange, said);
        } catch (IOException e) {
            // Whoever asked has given up meanwhile.
            exchange.close();
        }
    }

    /** The address of the server, without a path. */
    public final String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Says what to do with deliveries to an address from now on. */
    public final void script(String address, Behaviour behaviour) {
        scripts.put(address, behaviour);
    }

    /** Says what to do with deliveries to addresses of which nothing was said; asked for each call. */
    public final void otherwise(Function<String, Behaviour> behaviour) {
        otherwise = behaviour;
    }

    /** Answers all that it holds. */
    public final void release() {
        for (Runnable answer = held.poll(); answer != null; answer = held.poll()) {
            answer.run();
        }
    }

    /** Is no longer there at all. */
    public final void vanish() {
        server.stop(0);
    }

    /** The calls that were as documented, in the order in which they came. */
    public final List<Call> calls() {
        return List.copyOf(calls);
    }

    public final List<Received> received() {
        return List.copyOf(received);
    }

    /** All of the last request, with its headers, whether as documented or not; null if there was none. */
    public final String lastRequest() {
        Request last = lastRequest;
        return last == null ? null : last.text();
    }

    @Override
    public final void close() {
        server.stop(0);
        threads.shutdownNow();
        timer.shutdownNow();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "far-side");
        thread.setDaemon(true);
        return thread;
    }

    private static void setDefault(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }
}
