package dev.tidings.channels.apns;

import static dev.tidings.channels.apns.TestAccount.SOON;
import static dev.tidings.channels.apns.TestAccount.delivery;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.eatthepath.pushy.apns.ApnsClient;
import com.eatthepath.pushy.apns.ApnsClientBuilder;
import com.eatthepath.pushy.apns.auth.ApnsSigningKey;
import dev.tidings.channels.apns.ScriptedApns.Call;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind.ProviderContext;
import dev.tidings.core.model.Priority;
import dev.tidings.testkit.LoopbackCertificate;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests of the effects of connection failures on deliveries. */
class ApnsConnectionTest {
    private static final Message.Push PUSH = new Message.Push("t", "b", null, null);
    private static final ProviderContext CONTEXT =
            new ProviderContext(() -> TestAccount.NOW, Duration.ofSeconds(30), receipt -> {});

    private static CompletableFuture<Outcome> send(Provider provider, String token) {
        return provider.deliver(delivery(token, PUSH, Priority.NORMAL, SOON));
    }

    private static Outcome await(CompletableFuture<Outcome> outcome) throws Exception {
        return outcome.get(60, TimeUnit.SECONDS);
    }

    @Test
    void goAway_sentIsUnclearUnsentIsARetry() throws Exception {
        BlockingQueue<Call> calls = new LinkedBlockingQueue<>();
        EventLoopGroup loop = loop();
        try (ScriptedApns server = new ScriptedApns(1, calls::add);
                Provider provider = new ApnsProvider(client(server, loop), TestAccount.TOPIC, CONTEXT)) {
            CompletableFuture<Outcome> sent = send(provider, "aa".repeat(32));
            Call first = calls.poll(60, TimeUnit.SECONDS);
            // The limit is one stream at a time, so this one stays queued.
            CompletableFuture<Outcome> waiting = send(provider, "bb".repeat(32));
            // Runs after the queued notification has found no free stream.
            loop.submit(() -> {}).get(60, TimeUnit.SECONDS);
            first.goAway();
            assertThat(await(sent)).isInstanceOf(Outcome.Unclear.class);
            assertThat(await(waiting))
                    .isInstanceOfSatisfying(
                            Outcome.Retry.class,
                            retry -> assertThat(retry.code()).isEqualTo("unreachable"));

            CompletableFuture<Outcome> next = send(provider, "cc".repeat(32));
            calls.poll(60, TimeUnit.SECONDS).accept();
            assertThat(await(next)).as("over a new connection").isInstanceOf(Outcome.Accepted.class);
        } finally {
            loop.shutdownGracefully();
        }
    }

    /** The only kind that pushy supports. */
    @SuppressWarnings("deprecation")
    private static EventLoopGroup loop() {
        return new NioEventLoopGroup(1);
    }

    private static ApnsClient client(ScriptedApns server, EventLoopGroup loop) throws Exception {
        ByteArrayInputStream key = new ByteArrayInputStream(
                TestAccount.pem(TestAccount.keys("secp256r1").getPrivate()).getBytes(UTF_8));
        return new ApnsClientBuilder()
                .setApnsServer("127.0.0.1", server.port())
                .setSigningKey(ApnsSigningKey.loadFromInputStream(key, TestAccount.TEAM, TestAccount.KEY))
                .setTrustedServerCertificateChain(LoopbackCertificate.SHARED.certificate())
                .setEventLoopGroup(loop)
                .build();
    }

    @Test
    void withdrawnNotification_isNotSentAfterReconnect() throws Exception {
        BlockingQueue<Call> calls = new LinkedBlockingQueue<>();
        try (ScriptedApns server = new ScriptedApns(100, calls::add);
                Provider provider = TestAccount.open(
                        TestAccount.settings(TestAccount.keys("secp256r1"), server.port()), Duration.ofSeconds(5))) {
            server.ignore();
            assertThat(await(send(provider, "aa".repeat(32))))
                    .isInstanceOfSatisfying(
                            Outcome.Retry.class,
                            retry -> assertThat(retry.code()).isEqualTo("unreachable"));
            server.listen();
            CompletableFuture<Outcome> next = send(provider, "bb".repeat(32));
            // Requests on one connection arrive in order, and the first would have come before this one.
            Call call = calls.poll(60, TimeUnit.SECONDS);
            assertThat(call.token()).isEqualTo("bb".repeat(32));
            call.accept();
            assertThat(await(next)).isInstanceOf(Outcome.Accepted.class);
        }
    }

    @Test
    void withdrawnNotification_isNotWritten() {
        ApnsPayload payload = ApnsPayload.of(PUSH, Priority.NORMAL);
        ApnsNotification waiting = new ApnsNotification(
                delivery(PUSH, Priority.NORMAL, SOON), payload, TestAccount.TOPIC, TestAccount.NOW);
        assertThat(waiting.withdraw()).isTrue();
        assertThatThrownBy(waiting::getToken).isInstanceOf(IllegalStateException.class);
        assertThat(waiting.withdraw()).isTrue();

        ApnsNotification written = new ApnsNotification(
                delivery(PUSH, Priority.NORMAL, SOON), payload, TestAccount.TOPIC, TestAccount.NOW);
        assertThat(written.getToken()).isEqualTo(TestAccount.TOKEN);
        assertThat(written.withdraw()).isFalse();
        assertThat(written.getToken()).as("rewritten").isEqualTo(TestAccount.TOKEN);
    }

    @Test
    void untrustedCertificate_isARetry() throws Exception {
        BlockingQueue<Call> calls = new LinkedBlockingQueue<>();
        try (ScriptedApns server = new ScriptedApns(1, calls::add)) {
            var settings = TestAccount.settings(TestAccount.keys("secp256r1"), server.port());
            settings.remove("trustedCertificate");
            try (Provider provider = TestAccount.open(settings, Duration.ofSeconds(30))) {
                assertThat(await(send(provider, TestAccount.TOKEN))).isInstanceOf(Outcome.Retry.class);
                assertThat(calls).isEmpty();
            }
        }
    }
}
