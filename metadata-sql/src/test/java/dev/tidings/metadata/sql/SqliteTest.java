package dev.tidings.metadata.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.core.model.NotificationType;
import dev.tidings.testkit.SteppedClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the particulars of SQLite: the file, its permissions and its locks. */
class SqliteTest {
    @TempDir
    Path folder;

    @Test
    void fileThatIsNoDatabase_isRejectedAndUnchanged() throws Exception {
        String text = "Dear diary, this is not a database. ".repeat(100);
        Path file = Files.writeString(folder.resolve("diary.txt"), text);
        assertThatThrownBy(() -> SqlMetadataStore.open(SqlMetadataConfig.sqlite(file)))
                .isInstanceOfSatisfying(
                        MetadataException.class, e -> assertThat(e.temporary()).isFalse())
                .hasMessageContaining(file.toString())
                .hasMessageContaining("not an SQLite database");
        assertThat(file).hasContent(text);
    }

    /** A notification may be scheduled for years ahead, and rescheduled: its category and opt-outs must not be forgotten. */
    @Test
    void deletedTypes_areKeptForEver() {
        SteppedClock clock = new SteppedClock(Instant.ofEpochSecond(1_700_000_000));
        try (SqlMetadataStore meta =
                SqlMetadataStore.open(SqlMetadataConfig.sqlite(folder.resolve("meta.db")), clock)) {
            delete(meta, "first");
            clock.advance(Duration.ofDays(20 * 366));
            delete(meta, "second");
            assertThat(meta.types().deleted("acme"))
                    .extracting(NotificationType::name)
                    .containsExactlyInAnyOrder("first", "second");
        }
    }

    private static void delete(SqlMetadataStore meta, String type) {
        NotificationType usual = NotificationType.DEFAULT;
        meta.types()
                .put(
                        "acme",
                        new NotificationType(
                                type,
                                usual.category(),
                                usual.channels(),
                                usual.maxPriority(),
                                usual.perUserAndHour(),
                                usual.required()),
                        "test");
        meta.types().delete("acme", type, "test");
    }

    @Test
    void folderThatCannotBeCreated_isReported() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> SqlMetadataStore.open(SqlMetadataConfig.sqlite(file.resolve("meta.db"))))
                .isInstanceOf(MetadataException.class)
                .hasMessageContaining("meta.db");
    }

    @Test
    void unsupportedDatabase_isReportedWithTheSupportedOnes() {
        assertThatThrownBy(() -> SqlMetadataStore.open(
                        new SqlMetadataConfig("jdbc:oracle:thin:@db?password=secret", "u", "p", 2)))
                .isInstanceOf(MetadataException.class)
                .hasMessageContaining("jdbc:oracle:thin")
                .hasMessageContaining("jdbc:postgresql:")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:sqlite:", "jdbc:sqlite::memory:", "jdbc:sqlite:file:x?mode=memory"})
    void inMemoryDatabase_isRejected(String url) {
        assertThatThrownBy(() -> SqlMetadataStore.open(new SqlMetadataConfig(url, "", "", 2)))
                .isInstanceOf(MetadataException.class)
                .hasMessageContaining("expected the path of a file");
    }

    @Test
    void theFileIsForItsOwnerAlone() throws Exception {
        Path file = folder.resolve("new/folder/meta.db");
        try (SqlMetadataStore meta = SqlMetadataStore.open(SqlMetadataConfig.sqlite(file))) {
            meta.tenants().add(new Tenant("t", "name", Instant.EPOCH), "cli");
            for (String name : List.of("meta.db", "meta.db-wal")) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.resolveSibling(name))))
                        .isEqualTo("rw-------");
            }
        }
    }

    @Test
    void severalMayOpenANewFileAtOnce() throws Exception {
        int openers = 6;
        ExecutorService threads = Executors.newFixedThreadPool(openers);
        try {
            for (int round = 0; round < 25; round++) {
                SqlMetadataConfig config = SqlMetadataConfig.sqlite(folder.resolve(round + ".db"));
                CyclicBarrier start = new CyclicBarrier(openers);
                List<Future<Boolean>> opened = new ArrayList<>();
                for (int i = 0; i < openers; i++) {
                    opened.add(threads.submit(() -> {
                        start.await();
                        try (SqlMetadataStore meta = SqlMetadataStore.open(config)) {
                            return meta.tenants().add(new Tenant("t", "name", Instant.EPOCH), "cli");
                        }
                    }));
                }
                List<Boolean> added = new ArrayList<>();
                for (Future<Boolean> one : opened) {
                    added.add(one.get(60, TimeUnit.SECONDS));
                }
                assertThat(added).containsOnlyOnce(true);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Another process holds the file: the change fails as temporary, reads succeed, and a retry succeeds. */
    @Test
    void aLockedFileIsATemporaryFailure() throws Exception {
        SqlMetadataConfig config = SqlMetadataConfig.sqlite(folder.resolve("meta.db"));
        Tenant tenant = new Tenant("t", "name", Instant.EPOCH);
        try (SqlMetadataStore meta = SqlMetadataStore.open(config, InstantSource.system(), Duration.ofMillis(300));
                Connection holder = DriverManager.getConnection(config.jdbcUrl());
                Statement statement = holder.createStatement()) {
            statement.execute("begin immediate");
            assertThatThrownBy(() -> meta.tenants().add(tenant, "cli"))
                    .isInstanceOfSatisfying(
                            MetadataException.class,
                            e -> assertThat(e.temporary()).isTrue())
                    .hasMessageContaining("tenants.add");
            assertThat(meta.tenants().find("t")).isEmpty();
            assertThat(meta.problem()).isEmpty();
            statement.execute("rollback");
            assertThat(meta.tenants().add(tenant, "cli")).isTrue();
        }
    }

    @Test
    void everyConnectionIsDurableAndChecksForeignKeys() {
        SqlMetadataConfig config = SqlMetadataConfig.sqlite(folder.resolve("meta.db"));
        Migrations migrations = new Migrations(Migrations.ALL, InstantSource.system());
        try (Database database = Database.open(config, migrations, Duration.ofSeconds(10))) {
            assertThat(pragma(database, "journal_mode")).isEqualTo("wal");
            assertThat(pragma(database, "synchronous")).as("2 is FULL").isEqualTo("2");
            assertThat(pragma(database, "foreign_keys")).isEqualTo("1");
        }
    }

    private static String pragma(Database database, String name) {
        return database.read(name, sql -> sql.fetchSingle("pragma " + name).get(0, String.class));
    }
}
