package dev.tidings.testkit.delivery.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tidings.testkit.HeldPort;
import dev.tidings.testkit.delivery.ProviderSimulator;
import dev.tidings.testkit.delivery.ProviderSimulator.Behaviour;
import dev.tidings.testkit.delivery.ProviderSimulator.Received;
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
 * The base class of HTTP provider simulators: reads a request, validates it, and applies the behaviour scripted for its address.
 * No thread blocks, so it can hold as many requests as there are connections.
 */
public abstract class ScriptedHttpServer implements AutoCloseable {
    /** The time after which a hanging connection is closed: longer than any client waits. */
    private static final Duration HANG_TIMEOUT = Duration.ofSeconds(60);

    static {
        // Without these the JDK's server delays the second packet of a response by 40 ms, and closes connections beyond
        // 200.
        setDefault("sun.net.httpserver.nodelay", "true");
        setDefault("sun.net.httpserver.maxIdleConnections", "10000");
        setDefault("sun.net.httpserver.idleInterval", "600");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(4, ScriptedHttpServer::daemon);
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(ScriptedHttpServer::daemon);
    private final Map<String, Behaviour> scripts = new ConcurrentHashMap<>();
    private final Queue<ReceivedCall> calls = new ConcurrentLinkedQueue<>();
    private final Queue<Received> received = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> held = new ConcurrentLinkedQueue<>();
    private volatile Function<String, Behaviour> otherwise = address -> Behaviour.ACCEPTS;
    private volatile ReceivedRequest lastRequest;
    private volatile HeldPort refused;

    ScriptedHttpServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_024);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** An HTTP response. */
    record HttpReply(int status, String contentType, String body, Map<String, String> headers) {
        HttpReply(int status, String contentType, String body) {
            this(status, contentType, body, Map.of());
        }

        HttpReply with(String header, String value) {
            return new HttpReply(status, contentType, body, Map.of(header, value));
        }
    }

    /** The response to a request that is not a delivery, such as a token request; null for a delivery. */
    HttpReply nonDelivery(ReceivedRequest request) throws ApiViolationException {
        return null;
    }

    /** Validates the request and parses the delivery. */
    abstract Received parse(ReceivedRequest request) throws ApiViolationException;

    /** The documented response to an invalid request. */
    abstract HttpReply errorResponse(ApiViolationException what);

    /** The documented response for a behaviour that responds. */
    abstract HttpReply response(Behaviour behaviour, Received delivery);

    private void handle(HttpExchange exchange) throws IOException {
        try {
            ReceivedRequest request = ReceivedRequest.read(exchange);
            lastRequest = request;
            HttpReply aside = nonDelivery(request);
            if (aside != null) {
                answer(exchange, aside);
                return;
            }
            Received delivery = parse(request);
            Behaviour scripted = scripts.get(delivery.address());
            act(request, delivery, scripted != null ? scripted : otherwise.apply(delivery.address()));
        } catch (ApiViolationException e) {
            answer(exchange, errorResponse(e));
        } catch (RuntimeException e) {
            // A bug in the simulator must not look like a hanging provider.
            answer(exchange, new HttpReply(599, "text/plain", e.toString()));
            throw e;
        }
    }

    private void act(ReceivedRequest request, Received delivery, Behaviour behaviour) throws IOException {
        HttpExchange exchange = request.exchange();
        if (behaviour == Behaviour.HOLDS) {
            // Before the call becomes visible, after which a test may release it.
            held.add(() -> answerLate(exchange, response(Behaviour.ACCEPTS, delivery)));
        }
        calls.add(new ReceivedCall(
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
            case HANGS -> timer.schedule(exchange::close, HANG_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            case DROPS -> exchange.close();
            case THROTTLES ->
                answer(
                        exchange,
                        response(behaviour, delivery)
                                .with("Retry-After", "" + ProviderSimulator.RETRY_AFTER.toSeconds()));
            default -> answer(exchange, response(behaviour, delivery));
        }
    }

    /** Whether the delivery counts as accepted; garbage responses count, as the provider can't know. */
    private static boolean takes(Behaviour behaviour) {
        return switch (behaviour) {
            case ACCEPTS, HANGS, HOLDS, GARBAGE, DROPS -> true;
            case REFUSES, THROTTLES, UNKNOWN_ADDRESS, FAILS -> false;
        };
    }

    private static boolean answers(Behaviour behaviour) {
        return behaviour != Behaviour.HANGS && behaviour != Behaviour.DROPS && behaviour != Behaviour.GARBAGE;
    }

    private static void answer(HttpExchange exchange, HttpReply said) throws IOException {
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

    private static void answerLate(HttpExchange exchange, HttpReply said) {
        try {
            answer(exchange, said);
        } catch (IOException e) {
            // The client has given up in the meantime.
            exchange.close();
        }
    }

    /** The address of the server, without a path. */
    public final String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Sets the behaviour for an address from now on. */
    public final void script(String address, Behaviour behaviour) {
        scripts.put(address, behaviour);
    }

    /** Sets the behaviour for addresses without a script; called for each delivery. */
    public final void defaultBehaviour(Function<String, Behaviour> behaviour) {
        otherwise = behaviour;
    }

    /** Responds to all held requests. */
    public final void release() {
        for (Runnable answer = held.poll(); answer != null; answer = held.poll()) {
            answer.run();
        }
    }

    /** Stops the server: connections are refused. */
    public final void stop() {
        int port = server.getAddress().getPort();
        server.stop(0);
        refused = HeldPort.inPlaceOf(port);
    }

    /** The valid calls, in order of arrival. */
    public final List<ReceivedCall> calls() {
        return List.copyOf(calls);
    }

    public final List<Received> received() {
        return List.copyOf(received);
    }

    /** The complete last request with its headers, valid or not; null if there was none. */
    public final String lastRequest() {
        ReceivedRequest last = lastRequest;
        return last == null ? null : last.text();
    }

    @Override
    public final void close() {
        server.stop(0);
        threads.shutdownNow();
        timer.shutdownNow();
        if (refused != null) {
            refused.close();
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "provider-simulator");
        thread.setDaemon(true);
        return thread;
    }

    private static void setDefault(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }
}
