package dev.tidings.channels.http;

import static dev.tidings.channels.HttpDeliveries.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.Outcome;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PinnedHttpTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String TENANT = "acme";
    private static final String NAME = "hooks.example.invalid";

    private final AtomicInteger asked = new AtomicInteger();

    /** Resolves one name once; the next lookup returns another address, at which nothing listens. */
    private InetAddress[] resolve(String host) throws UnknownHostException {
        assertThat(host).isEqualTo(NAME);
        return new InetAddress[] {InetAddress.getByName(asked.incrementAndGet() == 1 ? "127.0.0.1" : "127.0.0.2")};
    }

    private static Outcome post(PinnedHttp http, String url, Duration timeout) {
        return await(http.post(
                TENANT,
                URI.create(url),
                Map.of("content-type", "text/plain"),
                "a body of some length, hello".getBytes(),
                timeout,
                answer ->
                        new Outcome.Accepted(answer.status() + answer.headers().getOrDefault("location", ""))));
    }

    private static Outcome answered(String scheme, String says) throws IOException {
        try (RawServer server = new RawServer(says, true);
                PinnedHttp http = new PinnedHttp(new PublicAddresses(true))) {
            return post(http, server.url(scheme), LONG);
        }
    }

    /** The outcome of a timeout after the server has read something and answered only this. */
    private static Outcome timedOut(String scheme, String says) throws Exception {
        try (RawServer server = new RawServer(says, false);
                PinnedHttp http = new PinnedHttp(new PublicAddresses(true))) {
            PinnedExchange exchange = http.start(
                    TENANT,
                    URI.create(server.url(scheme)),
                    Map.of(),
                    new byte[20],
                    answer -> new Outcome.Accepted("never"));
            server.awaitListened();
            exchange.timeOut();
            assertThat(exchange.over()).isDone();
            return await(exchange.outcome());
        }
    }

    private static String code(Outcome outcome) {
        if (outcome instanceof Outcome.Retry retry) {
            return "retry " + retry.code();
        }
        if (outcome instanceof Outcome.Unclear unclear) {
            return "unclear " + unclear.code();
        }
        return outcome instanceof Outcome.Rejected rejected ? "rejected " + rejected.code() : outcome.toString();
    }

    /** The name exists only for our resolver, and only for the first lookup. */
    @Test
    void checkedAddress_isUsedWithTheHostName(@TempDir Path folder) throws Exception {
        Path keys = TlsServer.keys(folder, NAME);
        HttpClientOptions trusting = new HttpClientOptions()
                .setTrustOptions(new PfxOptions().setPath(keys.toString()).setPassword(TlsServer.PASSWORD));
        try (TlsServer server = new TlsServer(keys);
                PinnedHttp http = new PinnedHttp(new PublicAddresses(true, this::resolve), trusting)) {
            String url = "https://" + NAME + ":" + server.port() + "/in?a=b";
            assertThat(post(http, url, LONG)).isEqualTo(new Outcome.Accepted("204"));
            assertThat(asked).hasValue(1);
            assertThat(server.names())
                    .containsExactly("[type=host_name (0), value=" + NAME + "] " + NAME + ":" + server.port());
        }
    }

    @Test
    void certificateForAnotherName_isRefused(@TempDir Path folder) throws Exception {
        Path keys = TlsServer.keys(folder, "another.example.invalid");
        HttpClientOptions trusting = new HttpClientOptions()
                .setTrustOptions(new PfxOptions().setPath(keys.toString()).setPassword(TlsServer.PASSWORD));
        try (TlsServer server = new TlsServer(keys);
                PinnedHttp http = new PinnedHttp(new PublicAddresses(true, this::resolve), trusting)) {
            assertThat(code(post(http, "https://" + NAME + ":" + server.port() + "/", LONG)))
                    .isEqualTo("retry tls");
            assertThat(server.names()).isEmpty();
        }
    }

    @Test
    void untrustedCertificate_isARetry(@TempDir Path folder) throws Exception {
        try (TlsServer server = new TlsServer(TlsServer.keys(folder, NAME));
                PinnedHttp http = new PinnedHttp(new PublicAddresses(true, this::resolve))) {
            assertThat(code(post(http, "https://" + NAME + ":" + server.port() + "/", LONG)))
                    .isEqualTo("retry tls");
            assertThat(server.names()).isEmpty();
        }
    }

    @Test
    void privateAddress_isNotCalled() throws IOException {
        try (RawServer server = new RawServer("HTTP/1.1 204 No Content\r\n\r\n", true);
                PinnedHttp http = new PinnedHttp(new PublicAddresses(false))) {
            assertThat(code(post(http, server.url("http"), LONG))).isEqualTo("rejected private_address");
            assertThat(code(post(http, "http://localhost:22/", LONG))).isEqualTo("rejected refused_port");
        }
    }

    @Test
    void redirect_isNotFollowed() throws IOException {
        String redirect = "HTTP/1.1 307 Temporary Redirect\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n";
        assertThat(answered("http", redirect)).isEqualTo(new Outcome.Accepted("307/there"));
    }

    @Test
    void unknownHost_isARetry() {
        PublicAddresses nobody = new PublicAddresses(true, host -> {
            throw new UnknownHostException(host);
        });
        try (PinnedHttp http = new PinnedHttp(nobody)) {
            assertThat(code(post(http, "http://" + NAME + "/", LONG))).isEqualTo("retry unreachable");
        }
    }

    @Test
    void malformedOrMissingResponse_isUnclear() throws Exception {
        assertThat(code(answered("http", "\0<html>\r\n\r\n"))).isEqualTo("unclear malformed_answer");
        assertThat(code(answered("http", ""))).isEqualTo("unclear broken_connection");
        assertThat(code(timedOut("http", ""))).isEqualTo("unclear timeout");
        assertThat(code(timedOut("http", "HTTP/1.1 20"))).isEqualTo("unclear timeout");
    }

    /** Without a TLS connection nothing can have been accepted. */
    @Test
    void serverWithoutTls_isARetry() throws Exception {
        assertThat(code(timedOut("https", ""))).isEqualTo("retry unreachable");
        assertThat(code(answered("https", "what?\r\n\r\n"))).startsWith("retry ");
    }

    /** A lookup that takes longer than the timeout: a request that timed out unsent is not sent later. */
    @Test
    void timedOutRequest_isNotSentLater() throws Exception {
        CountDownLatch resolving = new CountDownLatch(1);
        CountDownLatch resolved = new CountDownLatch(1);
        try (RawServer server = new RawServer("HTTP/1.1 204 No Content\r\n\r\n", true);
                PinnedHttp http = new PinnedHttp(new PublicAddresses(true, host -> {
                    resolving.countDown();
                    awaitUninterrupted(resolved);
                    return InetAddress.getAllByName(host);
                }))) {
            PinnedExchange exchange = http.start(
                    TENANT,
                    URI.create(server.url("http")),
                    Map.of(),
                    new byte[20],
                    answer -> new Outcome.Accepted("never"));
            awaitUninterrupted(resolving);
            exchange.timeOut();
            resolved.countDown();
            assertThat(code(await(exchange.outcome()))).isEqualTo("retry unreachable");
            server.awaitListened();
            assertThat(server.heard()).isZero();
        }
    }

    /** Unresolvable names of one tenant, more than there are lookup threads, must not delay other tenants. */
    @Test
    void slowLookups_doNotDelayOtherTenants() throws Exception {
        CountDownLatch resolved = new CountDownLatch(1);
        try (RawServer server = new RawServer("HTTP/1.1 204 No Content\r\n\r\n", true);
                PinnedHttp http = new PinnedHttp(new PublicAddresses(true, host -> {
                    if (host.endsWith(NAME)) {
                        asked.incrementAndGet();
                        awaitUninterrupted(resolved);
                    }
                    return InetAddress.getAllByName("127.0.0.1");
                }))) {
            List<PinnedExchange> stuck = IntStream.range(0, FairLookups.MAX_IN_FLIGHT + FairLookups.MAX_WAITING - 1)
                    .mapToObj(i -> startFor("stuck", http, "http://" + i + "." + NAME + "/"))
                    .toList();
            PinnedExchange last = startFor("stuck", http, server.url("http"));
            PinnedExchange tooMany = startFor("stuck", http, server.url("http"));
            assertThat(post(http, server.url("http"), LONG)).isEqualTo(new Outcome.Accepted("204"));
            assertThat(code(await(tooMany.outcome()))).isEqualTo("retry busy");
            assertThat(stuck).noneMatch(exchange -> exchange.over().isDone());

            stuck.forEach(PinnedExchange::timeOut);
            resolved.countDown();
            assertThat(await(last.outcome())).isEqualTo(new Outcome.Accepted("204"));
            assertThat(asked)
                    .as("not for requests that timed out before")
                    .hasValueLessThanOrEqualTo(FairLookups.MAX_IN_FLIGHT);
        } finally {
            resolved.countDown();
        }
    }

    private static PinnedExchange startFor(String tenant, PinnedHttp http, String url) {
        return http.start(
                tenant, URI.create(url), Map.of(), new byte[20], answer -> new Outcome.Accepted("" + answer.status()));
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Only the response head counts: the rest is not read. */
    @Test
    void endlessResponse_isAccepted() throws IOException {
        String endless = "HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n" + "x".repeat(200_000);
        try (RawServer server = new RawServer(endless, false);
                PinnedHttp http = new PinnedHttp(new PublicAddresses(true))) {
            assertThat(post(http, server.url("http"), LONG)).isEqualTo(new Outcome.Accepted("200"));
        }
    }
}
