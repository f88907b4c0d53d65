package dev.tidings.channels.webpush;

import static dev.tidings.channels.webpush.TestSender.PUSH;
import static dev.tidings.channels.webpush.TestSender.SOON;
import static dev.tidings.channels.webpush.TestSender.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import com.interaso.webpush.VapidKeys;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.model.Priority;
import dev.tidings.testkit.LoopbackCertificate;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests that an untrusted subscription can't direct us to other hosts. */
class WebPushAddressesTest {
    private static Outcome outcome(PublicAddresses guard, Duration timeout, String endpoint) throws Exception {
        WebPushKind kind = new WebPushKind(guard);
        try (Provider provider = TestSender.open(kind, TestSender.settings(VapidKeys.generate()), timeout)) {
            String subscription = Browser.create().subscription(endpoint);
            return provider.deliver(delivery(subscription, PUSH, Priority.NORMAL, SOON))
                    .get(60, TimeUnit.SECONDS);
        }
    }

    private static PublicAddresses here(Queue<String> asked) {
        return new PublicAddresses(true, name -> {
            asked.add(name);
            return new InetAddress[] {InetAddress.getLoopbackAddress()};
        });
    }

    @Test
    void privateNetwork_isNotCalled() throws Exception {
        try (ServerSocket here = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String endpoint = "https://127.0.0.1:" + here.getLocalPort() + "/push";
            assertThat(outcome(new PublicAddresses(false), Duration.ofSeconds(30), endpoint))
                    .isInstanceOfSatisfying(
                            Outcome.Rejected.class,
                            rejected -> assertThat(rejected.code()).isEqualTo("private_address"));
        }
    }

    @Test
    void plainHttp_needsThePermission() throws Exception {
        Queue<PushService.Call> calls = new ConcurrentLinkedQueue<>();
        try (PushService service = new PushService(calls::add)) {
            assertThat(outcome(new PublicAddresses(false), Duration.ofSeconds(30), service.endpoint("/push")))
                    .isEqualTo(new Outcome.Unregistered("bad_subscription", "not the subscription of a browser"));
            assertThat(calls).isEmpty();
            Queue<String> asked = new ConcurrentLinkedQueue<>();
            String named = service.endpoint("/push").replace("127.0.0.1", "push.invalid");
            outcome(here(asked), Duration.ofMillis(500), named);
            assertThat(asked).as("permitted").containsExactly("push.invalid");
        }
    }

    @Test
    void redirects_areNotFollowed() throws Exception {
        Queue<PushService.Call> elsewhere = new ConcurrentLinkedQueue<>();
        try (PushService target = new PushService(elsewhere::add);
                PushService service = new PushService(
                        call -> call.answer("HTTP/1.1 307 There", "Location: " + target.endpoint("/push")));
                Provider provider = TestSender.open(
                        new WebPushKind(new PublicAddresses(true)),
                        TestSender.settings(VapidKeys.generate()),
                        Duration.ofSeconds(30))) {
            String subscription = Browser.create().subscription(service.endpoint("/push"));
            assertThat(provider.deliver(delivery(subscription, PUSH, Priority.NORMAL, SOON))
                            .get(60, TimeUnit.SECONDS))
                    .isInstanceOf(Outcome.Rejected.class);
            assertThat(elsewhere).isEmpty();
        }
    }

    @Test
    void slowLookup_timesOut() throws Exception {
        CountDownLatch resolved = new CountDownLatch(1);
        PublicAddresses slow = new PublicAddresses(true, name -> {
            isOver(resolved);
            throw new UnknownHostException();
        });
        assertThat(outcome(slow, Duration.ofMillis(100), "https://push.invalid/"))
                .isInstanceOfSatisfying(
                        Outcome.Retry.class, retry -> assertThat(retry.code()).isEqualTo("unreachable"));
        resolved.countDown();
    }

    private static boolean isOver(CountDownLatch latch) {
        try {
            return latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Test
    void untrustedCertificate_isARetry() throws Exception {
        Queue<HttpExchange> requests = new ConcurrentLinkedQueue<>();
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(LoopbackCertificate.SHARED.tls()));
        server.createContext("/", requests::add);
        server.start();
        try {
            Queue<String> asked = new ConcurrentLinkedQueue<>();
            String endpoint = "https://push.invalid:" + server.getAddress().getPort() + "/push";
            // No such name exists: the handshake proves that the checked address is used.
            assertThat(outcome(here(asked), Duration.ofSeconds(30), endpoint))
                    .isInstanceOfSatisfying(
                            Outcome.Retry.class,
                            retry -> assertThat(retry.code()).isEqualTo("tls"));
            assertThat(asked).containsExactly("push.invalid");
            assertThat(requests).isEmpty();
        } finally {
            server.stop(0);
        }
    }
}
