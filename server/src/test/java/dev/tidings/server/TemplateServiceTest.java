package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.MissedPolicy;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.Template;
import dev.tidings.testkit.SteppedClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of template versions: an accepted notification keeps the templates of its acceptance, whatever changes later. */
class TemplateServiceTest {
    private static final String OF_ORDER = "{\"type\":\"order\",\"to\":{\"user\":\"bob\"},\"data\":{\"id\":7}";

    @TempDir
    Path folder;

    private final SteppedClock clock =
            new SteppedClock(Instant.now().truncatedTo(ChronoUnit.MINUTES).plusSeconds(30));
    private TestService tidings;
    private int ticks;

    @BeforeEach
    void start() {
        tidings = new TestService(folder, clock);
        tidings.tenant()
                .putType(new NotificationType(
                        "order", Optional.empty(), Set.of(Channel.IN_APP), Priority.HIGH, OptionalInt.empty(), false));
        put("first {{id}}", "id");
    }

    @AfterEach
    void stop() {
        tidings.close();
    }

    private Template put(String title, String... variables) {
        return putIn("und", title, variables);
    }

    private Template putIn(String locale, String title, String... variables) {
        Template template = new Template(
                "order",
                Channel.IN_APP,
                locale,
                0,
                Template.State.ACTIVE,
                Map.of("title", title),
                Set.of(variables),
                Instant.EPOCH);
        return tidings.service()
                .users()
                .templates()
                .put("acme", template, "test")
                .join();
    }

    private void delete() {
        tidings.service()
                .users()
                .templates()
                .set("acme", "order", Channel.IN_APP, "und", Template.State.DELETED, "test")
                .join();
    }

    private List<String> titles() {
        return tidings.titles("bob");
    }

    @Test
    void scheduledNotification_keepsItsTemplateVersion() {
        tidings.send(OF_ORDER + ",\"delay\":\"PT10M\"}");
        tidings.send(
                "{\"type\":\"order\",\"to\":{\"users\":[\"bob\",\"eve\"]},\"data\":{\"id\":8},\"delay\":\"PT11M\"}");
        put("second {{id}} {{other}}", "id", "other");
        tidings.restart();
        clock.advance(Duration.ofMinutes(12));
        tidings.awaitInbox("bob", 2);
        assertThat(titles()).containsExactly("first 8", "first 7");
        tidings.awaitInbox("eve", 1);
        assertThat(tidings.inbox("eve").get(0).content().title()).isEqualTo("first 8");
    }

    @Test
    void deletedTemplateAndType_stillApply() {
        tidings.send(OF_ORDER + ",\"delay\":\"PT10M\"}");
        tidings.tenant().deleteType("order");
        tidings.service().users().templates().forget("acme");
        clock.advance(Duration.ofMinutes(11));
        tidings.awaitInbox("bob", 1);
        assertThat(titles()).containsExactly("first 7");
    }

    @Test
    void changedTemplate_appliesToNewNotifications() {
        tidings.send(OF_ORDER + "}");
        tidings.drain();
        put("second {{id}}", "id");
        clock.advance(Duration.ofSeconds(1));
        tidings.send(OF_ORDER + "}");
        tidings.drain();
        delete();
        clock.advance(Duration.ofSeconds(1));
        tidings.send(OF_ORDER + ",\"title\":\"plain\"}");
        tidings.drain();
        assertThat(titles()).containsExactly("plain", "second 7", "first 7");
    }

    @Test
    void locale_isTheUsersUnlessTheRequestNamesOne() {
        putIn("de", "erste {{id}}", "id");
        putIn("fr", "premier {{id}}", "id");
        tidings.tenant().putUser("bob", Map.of("locale", "de-AT"));
        for (String more : List.of("", ",\"locale\":\"fr\"", ",\"locale\":\"it\"")) {
            tidings.send(OF_ORDER + more + "}");
            tidings.drain();
            clock.advance(Duration.ofSeconds(1));
        }
        assertThat(titles()).containsExactly("first 7", "premier 7", "erste 7");
    }

    /** An inbox can't show an item without content. */
    @Test
    void unmatchedLocale_fallsBackToAnyTemplate() {
        delete();
        putIn("fr", "premier {{id}}", "id");
        putIn("de", "erste {{id}}", "id");
        tidings.tenant().putUser("bob", Map.of("locale", "it"));
        tidings.send(OF_ORDER + "}");
        tidings.send("{\"type\":\"order\",\"to\":{\"users\":[\"eve\",\"ann\"]},\"data\":{\"id\":8}}");
        tidings.drain();
        assertThat(titles()).containsExactly("erste 7");
        assertThat(tidings.inbox("eve").get(0).content().title()).isEqualTo("erste 8");
        putIn("en", "first {{id}}", "id");
        clock.advance(Duration.ofSeconds(1));
        tidings.send(OF_ORDER + "}");
        clock.advance(Duration.ofSeconds(1));
        tidings.send(OF_ORDER + ",\"title\":\"as given\"}");
        tidings.drain();
        assertThat(titles()).containsExactly("first 7", "first 7", "erste 7");
    }

    /** A schedule that lacks a variable sends nothing, and continues once it is complete. */
    @Test
    void occurrence_usesTheTemplateOfItsPlanning() {
        tidings.tenant().putRecurring("bob", OF_ORDER + "}", MissedPolicy.SKIP);
        // Runs all the time: when its occurrence has arrived, the other schedule's would have as well.
        tidings.tenant().putRecurring("ann", "{\"to\":{\"user\":\"ann\"},\"title\":\"tick\"}", MissedPolicy.SKIP);
        minutes(1);
        assertThat(titles()).containsOnly("first 7");
        put("second {{id}}", "id");
        minutes(4);
        assertThat(titles()).startsWith("second 7").endsWith("first 7").hasSize(5);
        put("third {{other}}", "other");
        minutes(4);
        int sent = titles().size();
        assertThat(titles()).startsWith("second 7").hasSizeLessThan(9);
        minutes(2);
        assertThat(titles()).hasSize(sent);
        put("fourth {{id}}", "id");
        minutes(4);
        assertThat(titles()).startsWith("fourth 7").noneMatch(title -> title.startsWith("third"));
    }

    private void minutes(int count) {
        for (int i = 0; i < count; i++) {
            tidings.service().pipeline().recurring().plan();
            clock.advance(Duration.ofMinutes(1));
            tidings.awaitInbox("ann", ++ticks);
            tidings.drain();
        }
    }
}
