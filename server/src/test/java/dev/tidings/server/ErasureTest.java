package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tidings.channels.capture.CaptureOutcome;
import dev.tidings.channels.capture.CaptureRule;
import dev.tidings.core.log.Stage;
import dev.tidings.core.metadata.Erasure;
import dev.tidings.core.metadata.MissedPolicy;
import dev.tidings.core.metadata.WebhookEventKind;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.backup.Archive;
import dev.tidings.server.explain.ScheduledItem;
import dev.tidings.server.inbox.Mark;
import dev.tidings.server.pipeline.Quarantine;
import dev.tidings.server.storage.DataFolders;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.InboxChangeRow;
import dev.tidings.tables.InboxFeedRow;
import dev.tidings.tables.TenantEventRow;
import dev.tidings.testkit.Await;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.Batch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the erasure of a user: nothing of the person is left in any row or file, and others keep everything. */
class ErasureTest {
    /** Part of everything about the person. */
    private static final String MARKER = "Qx7ZkW9";

    private static final String ANN = "ann-" + MARKER;
    private static final String BOTH = "{\"users\":[\"" + ANN + "\",\"bob\"]}";
    private static final String ONLY_ANN = "{\"user\":\"" + ANN + "\"}";

    @TempDir
    private Path folder;

    private final SteppedClock clock = new SteppedClock();
    private TestService tidings;

    private TestService.Builder service() {
        return TestService.in(folder.resolve("data"))
                .clock(clock)
                .option("TIDINGS_BACKUP_FOLDER", folder.resolve("backups").toString());
    }

    @AfterEach
    void stop() {
        tidings.close();
    }

    private Erasure erase() {
        return tidings.service()
                .erasures()
                .request(TestService.user(ANN), "test")
                .join();
    }

    private Erasure awaitErased(Erasure erasure) {
        Await.until(() -> find(erasure).completedAt().isPresent());
        return find(erasure);
    }

    private Erasure find(Erasure erasure) {
        return tidings.service().erasures().find(erasure.tenant(), erasure.id()).orElseThrow();
    }

    private UUID send(String to, String title, String more) {
        return tidings.send("{\"to\":" + to + ",\"title\":\"" + title + "\"" + more + "}");
    }

    /** Leaves traces of the person in every store. */
    private void leaveTraces() {
        TestTenant tenant = tidings.tenant();
        tenant.putUser(ANN, Map.of("email", MARKER + "@example.org", "phone", "+4915112345678"));
        tenant.putDevice(ANN, "phone-" + MARKER);
        tenant.allow(ANN, Channel.SMS, true);
        tidings.service()
                .delivery()
                .endpoints()
                .add(TestTenant.NAME, "https://events.invalid/", Set.of(WebhookEventKind.values()), "test");
        UUID read = send(ONLY_ANN, "hello " + MARKER, "");
        tidings.drain();
        tidings.service()
                .pipeline()
                .inbox()
                .mark(TestService.user(ANN), read, Mark.READ)
                .join();
        send(ONLY_ANN, "mail " + MARKER, ",\"channels\":[\"email\",\"push\"]");
        tidings.drain();
        tidings.service().delivery().capture().script(TestTenant.NAME, List.of(rule(CaptureOutcome.REFUSE)));
        send(ONLY_ANN, "dead " + MARKER, ",\"channels\":[\"email\"]");
        tidings.drain();
        tidings.service().delivery().capture().script(TestTenant.NAME, List.of(rule(CaptureOutcome.RETRY)));
        send(ONLY_ANN, "retried " + MARKER, ",\"channels\":[\"sms\"]");
        send(BOTH, "shared", "");
        send("{\"users\":[\"" + ANN + "\"]}", "list of one " + MARKER, "");
        send(ONLY_ANN, "later " + MARKER, ",\"delay\":\"PT1H\"");
        send(BOTH, "later for both", ",\"delay\":\"PT1H\"");
        tenant.putRecurring(
                "for-one", "{\"to\":" + ONLY_ANN + ",\"title\":\"often " + MARKER + "\"}", MissedPolicy.SKIP);
        tenant.putRecurring("for-both", "{\"to\":" + BOTH + ",\"title\":\"often\"}", MissedPolicy.SKIP);
        quarantine(Optional.of(ANN), ONLY_ANN);
        quarantine(Optional.empty(), BOTH);
        tidings.drain();
    }

    private void quarantine(Optional<String> user, String to) {
        QuarantinedTraces.leave(
                tidings.service().storage(),
                TestTenant.NAME,
                user,
                "{\"to\":" + to + ",\"title\":\"from the quarantine\"}");
    }

    private static CaptureRule rule(CaptureOutcome outcome) {
        return new CaptureRule(
                Optional.empty(), Optional.empty(), outcome, Duration.ofMinutes(5), OptionalLong.empty(), 1);
    }

    @Test
    void erasedUser_isInNoRowAndNoFile() {
        tidings = service().start();
        leaveTraces();
        assertThat(rowsWithMarker()).hasSizeGreaterThan(8);
        assertThat(filesWithMarker()).isNotEmpty();

        Erasure erasure = awaitErased(erase());

        assertThat(rowsWithMarker()).isEmpty();
        Await.untilEqual(this::filesWithMarker, List.of());
        assertThat(erasure.removed())
                .containsKeys("inbox", "history", "deliveries", "deadLetters", "events", "schedules", "recurring");
        assertThat(tidings.captured()).isEmpty();
        assertThat(tidings.inbox(ANN)).isEmpty();
        assertThat(tidings.unread(ANN)).isZero();
        tidings.restart();
        assertThat(filesWithMarker()).isEmpty();
        assertThat(tidings.inbox(ANN)).isEmpty();
    }

    @Test
    void others_keepWhatTheyShared() {
        tidings = service().start();
        leaveTraces();
        awaitErased(erase());
        assertThat(tidings.titles("bob")).containsExactly("shared");
        clock.advance(Duration.ofHours(1));
        Await.until(() -> tidings.titles("bob").containsAll(List.of("often", "later for both")));
        tidings.drain();
        assertThat(tidings.inbox(ANN)).isEmpty();
    }

    @Test
    void quarantinedRecord_isKeptForRemainingRecipients() {
        tidings = service().start();
        leaveTraces();
        awaitErased(erase());
        Quarantine quarantine = Quarantine.of(tidings.service().storage());
        assertThat(quarantine.list(Stage.ROUTE, 10)).isEmpty();
        UUID kept = quarantine.list(Stage.EXPAND, 10).get(0).id();
        assertThat(quarantine.replay(Stage.EXPAND, kept)).isTrue();
        tidings.drain();
        assertThat(tidings.titles("bob")).contains("from the quarantine");
        assertThat(tidings.inbox(ANN)).isEmpty();
    }

    @Test
    void tenantSchedule_hasOnlyRemainingRecipients() {
        tidings = service().start();
        UUID gone = send(ONLY_ANN, "later", ",\"delay\":\"PT1H\"");
        UUID empty = send("{\"users\":[\"" + ANN + "\"]}", "later", ",\"delay\":\"PT2H\"");
        UUID moved = send(ONLY_ANN, "later", ",\"delay\":\"PT3H\"");
        tidings.service()
                .pipeline()
                .scheduler()
                .schedules()
                .move(TestTenant.NAME, moved, clock.instant().plus(Duration.ofDays(2)))
                .join();
        UUID both = send(BOTH, "later", ",\"delay\":\"PT4H\"");
        UUID others = send("{\"user\":\"bob\"}", "later", ",\"delay\":\"PT5H\"");
        assertThat(scheduled()).extracting(ScheduledItem::id).containsExactly(gone, empty, both, others, moved);

        awaitErased(erase());

        assertThat(scheduled())
                .extracting(ScheduledItem::id, item -> item.target().recipients())
                .containsExactly(tuple(both, 1L), tuple(others, 1L));
        assertThat(rowsWithMarker()).isEmpty();
    }

    private List<ScheduledItem> scheduled() {
        return tidings.service()
                .pipeline()
                .trace()
                .scheduled(TestTenant.NAME, Optional.empty(), Optional.empty(), 100, Optional.empty())
                .join()
                .items();
    }

    @Test
    void acceptedBefore_isNotDeliveredAfter() {
        tidings =
                service().log(real -> new PausedLog(real, Set.of(Stage.ROUTE))).start();
        send(ONLY_ANN, "waiting " + MARKER, "");
        Erasure erasure = erase();
        assertThat(find(erasure).completedAt()).isEmpty();
        tidings.close();

        tidings = service().start();
        awaitErased(erasure);
        assertThat(tidings.inbox(ANN)).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        tidings.sendTo(ANN, "welcome back");
        assertThat(tidings.titles(ANN)).containsExactly("welcome back");
    }

    /** Such as a mark or an event that was in flight. */
    @Test
    void writtenAfterAboutSomethingBefore_isRemoved() {
        tidings = service().start();
        UUID notification = send(ONLY_ANN, "hello " + MARKER, "");
        tidings.drain();
        UUID later = UuidV7.smallestAt(clock.instant().plus(Duration.ofHours(1)));
        String body = "{\"data\":{\"notification\":\"" + notification + "\",\"user\":\"" + ANN + "\"}}";
        tidings.service()
                .storage()
                .engine()
                .writeAndWait(Batch.acrossPartitions(List.of(
                        InboxFeedRow.TABLE.upsert(new InboxFeedRow(
                                TestTenant.NAME,
                                ANN,
                                Buckets.month(later),
                                later,
                                "read",
                                notification,
                                notification,
                                null,
                                1L)),
                        InboxChangeRow.TABLE.upsert(new InboxChangeRow(
                                TestTenant.NAME, ANN, Buckets.day(later), later, "read", notification, notification)),
                        TenantEventRow.TABLE.upsert(new TenantEventRow(
                                TestTenant.NAME,
                                Buckets.hour(later),
                                later,
                                "msg_1",
                                WebhookEventKind.NOTIFICATION_READ.wire(),
                                body)))));
        awaitErased(erase());
        assertThat(rowsWithMarker()).isEmpty();
    }

    @Test
    void idsAheadOfTheClock_areFromBefore() {
        tidings = service().start();
        send(ONLY_ANN, "hello " + MARKER, "");
        tidings.drain();
        clock.stepBack(Duration.ofMinutes(1));
        Erasure erasure = awaitErased(erase());
        assertThat(rowsWithMarker()).isEmpty();
        assertThat(UuidV7.time(tidings.service().storage().ids().next()))
                .as("what is accepted from now on")
                .isAfterOrEqualTo(erasure.erasedAt());
    }

    @Test
    void record_doesNotNameTheUser() {
        tidings = service().start();
        Erasure erasure = erase();
        assertThat(erasure.toString()).doesNotContain(ANN);
        assertThat(tidings.service().users().erased().isHash(erasure.userHash(), TestService.user(ANN)))
                .isTrue();
        assertThat(tidings.service().users().erased().isHash(erasure.userHash(), TestService.user("bob")))
                .isFalse();
        awaitErased(erasure);
    }

    @Test
    void restoredBackup_isErasedAgain() throws IOException {
        tidings = service().start();
        leaveTraces();
        Path archive = tidings.service().backups().take("before").folder();
        awaitErased(erase());
        tidings.close();
        Path keys = folder.resolve("data/secret-keys");
        byte[] secret = Files.readAllBytes(keys);
        DataFolders.deleteAll(folder.resolve("data"));

        Archive.in(archive).restore(folder.resolve("data"), Optional.of(folder.resolve("backups/ERASURES")));
        Files.write(keys, secret);
        tidings = service().start();

        Await.until(() -> tidings.service().storage().metadata().erasures().list().stream()
                .allMatch(one -> one.completedAt().isPresent()));
        assertThat(rowsWithMarker()).isEmpty();
        Await.untilEqual(this::filesWithMarker, List.of());
        assertThat(tidings.titles("bob")).containsExactly("shared");
    }

    @Test
    void erasuresOfOtherKeys_areRefused() throws IOException {
        tidings = service().start();
        Path archive = tidings.service().backups().take("before").folder();
        awaitErased(erase());
        tidings.close();
        DataFolders.deleteAll(folder.resolve("data"));
        Archive.in(archive).restore(folder.resolve("data"), Optional.of(folder.resolve("backups/ERASURES")));
        assertThatThrownBy(() -> service().start()).hasMessageContaining("other encryption keys");
    }

    private List<String> filesWithMarker() {
        return StoredText.files(folder.resolve("data"), MARKER);
    }

    private List<String> rowsWithMarker() {
        return StoredText.rows(tidings.service(), MARKER);
    }

    @Test
    void otherTenant_keepsTheUserOfTheSameName() {
        tidings = service().start();
        UserKey other = new UserKey("globex", ANN);
        awaitErased(erase());
        assertThat(tidings.service().users().erased().erasedAt(other)).isEmpty();
    }
}
