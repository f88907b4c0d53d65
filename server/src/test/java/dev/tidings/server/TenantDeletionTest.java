package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Stage;
import dev.tidings.core.metadata.Erasure;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.backup.Archive;
import dev.tidings.server.storage.DataFolders;
import dev.tidings.testkit.Await;
import dev.tidings.testkit.SteppedClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of the deletion of a tenant: nothing of it is left in any row or file, and others keep everything. */
class TenantDeletionTest {
    /** Part of everything the tenant has stored. */
    private static final String MARKER = "Qx7ZkW9";
    /** In no text of the tenant, so that it is found where the deletion itself is recorded, and nowhere else. */
    private static final String TENANT = "shop-Vb3MnL5";

    private static final String OPERATOR = "operator";
    private static final String NEIGHBOUR = "neighbour";

    @TempDir
    private Path folder;

    private final SteppedClock clock = new SteppedClock();
    private TestService tidings;
    private TenantTraces shop;
    private TenantTraces neighbour;

    private TestService.Builder service() {
        return TestService.in(folder.resolve("data"))
                .clock(clock)
                .option("TIDINGS_BACKUP_FOLDER", folder.resolve("backups").toString());
    }

    private void start(TestService.Builder builder) {
        tidings = builder.start();
        shop = new TenantTraces(tidings, TENANT, MARKER);
        neighbour = new TenantTraces(tidings, NEIGHBOUR, "kept");
        tidings.service().storage().metadata().tenants().add(new Tenant(OPERATOR, "Operator", Instant.EPOCH), "test");
    }

    @AfterEach
    void stop() {
        tidings.close();
    }

    private Erasure delete() {
        return tidings.service()
                .erasures()
                .requestOfTenant(TENANT, OPERATOR, "key of the operator")
                .join()
                .orElseThrow();
    }

    private Optional<Erasure> deletion() {
        return tidings.service().erasures().tenants().find(TENANT);
    }

    private Erasure awaitDeleted() {
        Await.until(() -> deletion().filter(Erasure::isComplete).isPresent());
        return deletion().orElseThrow();
    }

    private List<String> files(String text) {
        return StoredText.files(folder.resolve("data"), text);
    }

    private List<String> rows(String text) {
        return StoredText.rows(tidings.service(), text);
    }

    @Test
    void deletedTenant_isInNoRowAndNoFile() {
        start(service());
        shop.leave();
        assertThat(rows(MARKER)).hasSizeGreaterThan(20);
        assertThat(rows(TENANT)).hasSizeGreaterThan(20);
        assertThat(files(MARKER)).isNotEmpty();

        delete();
        Erasure deletion = awaitDeleted();

        assertThat(rows(MARKER)).isEmpty();
        assertThat(rows(TENANT)).isEmpty();
        Await.untilEqual(() -> files(MARKER), List.of());
        assertThat(files(TENANT))
                .as("the erasure and the operator's audit entry are in the metadata")
                .allMatch(file -> file.startsWith("meta.db"));
        assertThat(deletion.removed())
                .containsKeys(
                        "inbox",
                        "history",
                        "deliveries",
                        "deadLetters",
                        "events",
                        "schedules",
                        "requests",
                        "users",
                        "settings",
                        "audit");
        assertThat(tidings.service().delivery().capture().list(TENANT, any -> true, Long.MAX_VALUE, 10))
                .isEmpty();
        assertThat(shop.titles()).isEmpty();
        tidings.restart();
        assertThat(files(MARKER)).isEmpty();
        assertThat(tidings.service()
                        .storage()
                        .metadata()
                        .audit()
                        .list(OPERATOR, Optional.empty(), 10)
                        .items())
                .filteredOn(entry -> entry.subject().equals(TENANT))
                .hasSize(1);
    }

    @Test
    void otherTenants_keepEverything() {
        start(service());
        shop.leave();
        neighbour.leave();
        Await.until(() -> tidings.service().storage().metadata().erasures().list().stream()
                .allMatch(Erasure::isComplete));
        List<String> rows = rows(NEIGHBOUR);
        delete();
        awaitDeleted();
        assertThat(rows(NEIGHBOUR)).hasSameSizeAs(rows);
        assertThat(tidings.service().storage().metadata().providers().list(NEIGHBOUR))
                .hasSize(1);
        clock.advance(Duration.ofHours(1).plusSeconds(1));
        Await.until(() -> neighbour.titles().containsAll(List.of("later kept", "often kept")));
        tidings.drain();
        assertThat(shop.titles()).isEmpty();
    }

    @Test
    void interruptedDeletion_isCompletedByTheNextStart() {
        start(service().log(real -> new PausedLog(real, Set.of(Stage.ROUTE))));
        shop.addTenant();
        shop.send("waiting");
        delete();
        assertThat(deletion().orElseThrow().isComplete()).isFalse();
        assertThat(shop.addTenant()).as("the id is in use until then").isFalse();
        tidings.close();

        start(service());
        awaitDeleted();
        assertThat(shop.titles()).isEmpty();
        assertThat(rows(MARKER)).isEmpty();
        Await.untilEqual(() -> files(MARKER), List.of());
    }

    @ParameterizedTest
    @EnumSource(names = {"EXPAND", "ROUTE", "EMAIL"})
    void acceptedBefore_isNotDeliveredAfter(Stage waiting) {
        start(service().log(real -> new PausedLog(real, Set.of(waiting))));
        shop.addTenant();
        shop.putUsers();
        shop.send("{\"users\":[\"" + shop.user() + "\"]}", "waiting", ",\"channels\":[\"email\"]");
        Await.until(() -> tidings.service()
                .storage()
                .sweep()
                .isInLog(record -> record.lane().stage() == waiting));
        delete();
        tidings.close();

        start(service());
        awaitDeleted();
        assertThat(tidings.service()
                        .storage()
                        .metrics()
                        .get("tidings.deliveries")
                        .counters())
                .allMatch(counter -> counter.count() == 0);
    }

    @Test
    void newTenantOfTheSameId_isEmptyAndWorks() {
        start(service());
        shop.leave();
        delete();
        Erasure deletion = awaitDeleted();

        assertThat(shop.addTenant()).isTrue();
        assertThat(shop.titles()).isEmpty();
        assertThat(tidings.service()
                        .pipeline()
                        .inbox()
                        .unread(shop.key(shop.user()))
                        .join())
                .isZero();
        assertThat(tidings.service()
                        .users()
                        .contacts()
                        .find(shop.key(shop.user()))
                        .join()
                        .profile())
                .isEmpty();
        assertThat(tidings.service().users().types().list(TENANT).join()).hasSize(1);
        assertThat(tidings.service().users().templates().all(TENANT).join()).isEmpty();
        assertThat(tidings.service().delivery().providers().list(TENANT)).isEmpty();
        assertThat(tidings.service().delivery().endpoints().all(TENANT)).isEmpty();
        assertThat(UuidV7.time(shop.send("welcome")))
                .as("what is accepted from now on")
                .isAfterOrEqualTo(deletion.completedAt().orElseThrow());
        tidings.drain();
        assertThat(shop.titles()).containsExactly("welcome " + MARKER);
        clock.advance(Duration.ofHours(2));
        shop.send("bye");
        tidings.drain();
        assertThat(shop.titles()).as("nothing of the schedules of before").hasSize(2);
    }

    @Test
    void newTenantOfTheSameId_canHaveTheSameSettings() {
        start(service());
        shop.leave();
        delete();
        awaitDeleted();
        clock.advance(Duration.ofMinutes(5));
        shop.leave();
        assertThat(shop.titles()).contains("hello " + MARKER, "Order 7 " + MARKER);
        assertThat(tidings.service().delivery().capture().list(TENANT, any -> true, Long.MAX_VALUE, 10))
                .as("the provider account is a new one, and open")
                .isNotEmpty();
        delete();
        awaitDeleted();
        assertThat(rows(MARKER)).isEmpty();
    }

    @Test
    void repeatedRequest_isTheSameDeletion() {
        start(service().log(real -> new PausedLog(real, Set.of(Stage.ROUTE))));
        shop.addTenant();
        shop.send("waiting");
        Erasure first = delete();
        assertThat(delete().id()).isEqualTo(first.id());
        assertThat(tidings.service().erasures().find(TENANT, first.id()))
                .as("not an erasure of a user")
                .isEmpty();
    }

    @Test
    void unknownTenant_isNotDeleted() {
        start(service());
        assertThat(tidings.service()
                        .erasures()
                        .requestOfTenant("nowhere", OPERATOR, "key")
                        .join())
                .isEmpty();
    }

    @Test
    void restoredBackup_doesNotBringTheTenantBack() throws IOException {
        start(service());
        shop.leave();
        neighbour.leave();
        Path archive = tidings.service().backups().take("before").folder();
        delete();
        awaitDeleted();
        tidings.close();
        Path keys = folder.resolve("data/secret-keys");
        byte[] secret = Files.readAllBytes(keys);
        DataFolders.deleteAll(folder.resolve("data"));

        Archive.in(archive).restore(folder.resolve("data"), Optional.of(folder.resolve("backups/ERASURES")));
        Files.write(keys, secret);
        start(service());

        assertThat(tidings.service().storage().metadata().tenants().find(TENANT))
                .isEmpty();
        awaitDeleted();
        assertThat(rows(MARKER)).isEmpty();
        assertThat(rows(TENANT)).isEmpty();
        Await.untilEqual(() -> files(MARKER), List.of());
        assertThat(neighbour.titles()).contains("hello kept");
        assertThat(shop.addTenant()).isTrue();
    }
}
