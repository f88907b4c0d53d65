package dev.tidings.server.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.client.LiveEvent;
import dev.tidings.client.LiveStream;
import dev.tidings.client.ProblemException;
import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.Channel;
import dev.tidings.client.model.DeliveryState;
import dev.tidings.client.model.Notification;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The live stream of the client against a real server: order, resume, acknowledgements, refusals. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LiveStreamTest {
    private RunningServer server;
    private TidingsClient tenant;

    @TempDir
    private Path folder;

    @BeforeEach
    void start() throws Exception {
        server = new RunningServer(folder.resolve("data"));
        tenant = server.client();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private LiveStream stream() {
        return tenant.withToken(() -> tenant.users().token("ann").token()).me().live();
    }

    private String send(String title) {
        return tenant.notifications()
                .send(Notification.to("ann").title(title).build())
                .id();
    }

    @Test
    void events_arriveInOrderAndAreAcknowledged() throws Exception {
        List<String> events = new ArrayList<>();
        List<String> sent = new ArrayList<>();
        LiveStream live = stream();
        live.run(event -> {
            if (event instanceof LiveEvent.Hello hello) {
                events.add("hello " + hello.resumed());
                sent.add(send("first"));
            } else if (event instanceof LiveEvent.Arrived arrived) {
                events.add(arrived.notification().title() + " " + arrived.unread());
                tenant.user("ann").markRead(arrived.notification().id());
            } else if (event instanceof LiveEvent.Changed changed) {
                events.add(changed.change() + " " + changed.unread());
                if (sent.size() == 1) {
                    sent.add(send("second"));
                } else {
                    live.close();
                }
            }
        });
        assertThat(events).containsExactly("hello false", "first 1", "read 0", "second 1", "read 0");
        for (String id : sent) {
            awaitDelivered(id);
        }
    }

    private void awaitDelivered(String id) throws InterruptedException {
        while (tenant.notifications().deliveries(id, "ann").state(Channel.IN_APP) != DeliveryState.DELIVERED) {
            Thread.sleep(20);
        }
    }

    @Test
    void unhandledEvent_comesAgain() {
        List<String> seen = new ArrayList<>();
        LiveStream live = stream();
        assertThatThrownBy(() -> live.run(event -> {
                    if (event instanceof LiveEvent.Hello) {
                        send("first");
                    } else if (event instanceof LiveEvent.Arrived arrived) {
                        seen.add(arrived.notification().title());
                        throw new IllegalStateException("the listener failed");
                    }
                }))
                .hasMessage("the listener failed");
        send("second");
        live.run(event -> {
            if (event instanceof LiveEvent.Arrived arrived) {
                seen.add(arrived.notification().title());
                if (seen.size() == 3) {
                    live.close();
                }
            }
        });
        assertThat(seen).containsExactly("first", "first", "second");
    }

    @Test
    void otherStream_resumesAtAPosition() {
        List<String> seen = new ArrayList<>();
        LiveStream first = stream();
        first.run(event -> first.close());
        send("missed");
        LiveStream second = stream().since(first.position());
        second.run(event -> {
            if (event instanceof LiveEvent.Hello hello) {
                seen.add("resumed " + hello.resumed());
            } else if (event instanceof LiveEvent.Arrived arrived) {
                seen.add(arrived.notification().title());
                second.close();
            }
        });
        assertThat(seen).containsExactly("resumed true", "missed");
    }

    @Test
    void invalidToken_isRefusedForGood() {
        LiveStream live = tenant.withToken("no token").me().live();
        assertThatThrownBy(() -> live.run(event -> {}))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("401");
    }

    @Test
    void invalidPosition_startsAnew() {
        List<Boolean> resumed = new ArrayList<>();
        LiveStream live = stream().since("no position");
        live.run(event -> {
            resumed.add(((LiveEvent.Hello) event).resumed());
            live.close();
        });
        assertThat(resumed).containsExactly(false);
    }
}
