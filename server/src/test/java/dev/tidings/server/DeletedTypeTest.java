package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.PreferencePatch;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Priority;
import dev.tidings.server.explain.DeliveryView;
import dev.tidings.testkit.SteppedClock;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of records in the log whose type is deleted: they are routed by the last version of the type, and opt-outs still apply. */
class DeletedTypeTest {
    private static final Map<Channel, Optional<Boolean>> NO = Map.of(Channel.IN_APP, Optional.of(false));
    private static final DeliveryView SHOWN = new DeliveryView("in_app", "sent", null);
    private static final DeliveryView OPTED_OUT = new DeliveryView("in_app", "suppressed", "opted_out");

    @TempDir
    Path folder;

    private final CountDownLatch release = new CountDownLatch(1);
    private TestService tidings;

    @BeforeEach
    void start() {
        SteppedClock clock = new SteppedClock(Instant.parse("2026-11-12T13:14:15.161Z"));
        tidings = TestService.in(folder)
                .clock(clock)
                .log(log -> new HeldLog(log, release))
                .start();
        put("marketing", Set.of(Channel.IN_APP), false);
    }

    @AfterEach
    void stop() {
        tidings.close();
    }

    @Test
    void notification_reachesUsersWithoutAnOptOut() {
        UUID id = queue("{\"user\":\"bob\"}");
        delete();
        assertThat(deliveries(id, "bob")).containsExactly(SHOWN);
    }

    @Test
    void categoryOptOut_applies() {
        UUID id = queue("{\"user\":\"bob\"}");
        optOutOfCategory("bob", "marketing");
        delete();
        assertThat(deliveries(id, "bob")).containsExactly(OPTED_OUT);
        assertThat(tidings.inbox("bob")).isEmpty();
    }

    @Test
    void categoryOptOutAfterTheDeletion_survivesARestart() {
        UUID id = queue("{\"user\":\"bob\"}");
        delete();
        tidings.restart();
        optOutOfCategory("bob", "marketing");
        assertThat(deliveries(id, "bob")).containsExactly(OPTED_OUT);
    }

    @Test
    void categoryOptOut_appliesToEachUserOfAList() {
        UUID id = queue("{\"users\":[\"bob\",\"eve\"]}");
        optOutOfCategory("bob", "marketing");
        delete();
        assertThat(deliveries(id, "bob")).containsExactly(OPTED_OUT);
        assertThat(deliveries(id, "eve")).containsExactly(SHOWN);
    }

    @Test
    void typeOptOut_applies() {
        UUID id = queue("{\"user\":\"bob\"}");
        tidings.tenant().change("bob", new PreferencePatch(Map.of(), Map.of(), Map.of("promo", NO)));
        delete();
        assertThat(deliveries(id, "bob")).containsExactly(OPTED_OUT);
    }

    @Test
    void lastCategory_applies() {
        UUID id = queue("{\"users\":[\"bob\",\"eve\"]}");
        put("offers", Set.of(Channel.IN_APP), false);
        optOutOfCategory("bob", "offers");
        optOutOfCategory("eve", "marketing");
        delete();
        assertThat(deliveries(id, "bob")).containsExactly(OPTED_OUT);
        assertThat(deliveries(id, "eve")).containsExactly(SHOWN);
    }

    @Test
    void recreatedType_applies() {
        UUID id = queue("{\"users\":[\"bob\",\"eve\"]}");
        delete();
        put("offers", Set.of(Channel.IN_APP), false);
        optOutOfCategory("bob", "offers");
        optOutOfCategory("eve", "marketing");
        assertThat(deliveries(id, "bob")).containsExactly(OPTED_OUT);
        assertThat(deliveries(id, "eve")).containsExactly(SHOWN);
    }

    @Test
    void channels_areThoseOfTheDeletedType() {
        put("marketing", Set.of(Channel.EMAIL), false);
        UUID id = queue("{\"user\":\"bob\"}");
        delete();
        assertThat(deliveries(id, "bob")).containsExactly(new DeliveryView("email", "suppressed", "no_address"));
    }

    @Test
    void requiredType_staysRequired() {
        put("marketing", Set.of(Channel.IN_APP), true);
        UUID id = queue("{\"user\":\"bob\"}");
        optOutOfCategory("bob", "marketing");
        delete();
        assertThat(deliveries(id, "bob")).containsExactly(SHOWN);
    }

    private UUID queue(String to) {
        return tidings.send("{\"to\":" + to + ",\"type\":\"promo\",\"title\":\"buy\"}");
    }

    private void put(String category, Set<Channel> channels, boolean required) {
        tidings.tenant()
                .putType(new NotificationType(
                        "promo", Optional.of(category), channels, Priority.NORMAL, OptionalInt.empty(), required));
    }

    private void delete() {
        assertThat(tidings.tenant().deleteType("promo")).isTrue();
    }

    private void optOutOfCategory(String name, String category) {
        tidings.tenant().change(name, new PreferencePatch(Map.of(), Map.of(category, NO), Map.of()));
    }

    /** The deliveries, after the log is released. */
    private List<DeliveryView> deliveries(UUID id, String name) {
        assertThat(release.getCount() == 0 || tidings.service().storage().backlog() == 1)
                .as("held until now")
                .isTrue();
        release.countDown();
        tidings.drain();
        return tidings.service()
                .pipeline()
                .trace()
                .deliveries("acme", id, name)
                .join()
                .orElseThrow()
                .deliveries();
    }
}
