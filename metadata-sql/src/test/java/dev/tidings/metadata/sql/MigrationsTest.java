package dev.tidings.metadata.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.core.metadata.TokenSecret;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.metadata.sql.SqlTables.Tenants;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the migrations from every earlier version. */
class MigrationsTest {
    private static final Tenant TENANT = new Tenant("t", "name", Instant.ofEpochMilli(1));

    @TempDir
    Path folder;

    private SqlMetadataConfig config;

    @BeforeEach
    void chooseFile() {
        config = SqlMetadataConfig.sqlite(folder.resolve("meta.db"));
    }

    static IntStream oldVersions() {
        return IntStream.rangeClosed(1, Migrations.ALL.size());
    }

    /** The steps up to a version create the database as that version left it. */
    @ParameterizedTest
    @MethodSource("oldVersions")
    void aDatabaseOfEachVersionIsBroughtUpToDate(int version) {
        bring(Migrations.ALL.subList(0, version));
        insertTenant();
        try (SqlMetadataStore meta = SqlMetadataStore.open(config)) {
            assertThat(meta.tenants().find("t")).contains(TENANT);
            assertThat(meta.tenants().add(new Tenant("new", "name", TENANT.createdAt()), "cli"))
                    .isTrue();
        }
    }

    /** Where DDL can't be rolled back, an interrupted migration runs again from its start. */
    @ParameterizedTest
    @MethodSource("oldVersions")
    void everyStep_isRepeatable(int version) {
        try (Database database = open(Migrations.ALL.subList(0, version))) {
            database.write("again", sql -> {
                Migrations.ALL.get(version - 1).apply(sql, new Ddl(sql.dialect()));
                return null;
            });
        }
        try (SqlMetadataStore meta = SqlMetadataStore.open(config)) {
            assertThat(meta.problem()).isEmpty();
        }
    }

    @Test
    void rowsOfAnOlderVersion_areReadCorrectly() {
        bring(Migrations.ALL.subList(0, 3));
        execute("insert into notification_types (tenant, name, channels, max_priority, required)"
                + " values ('t', 'news', 'in_app', 'normal', false)");
        execute("insert into deleted_types (tenant, name, channels, max_priority, required, deleted_at)"
                + " values ('t', 'old', 'in_app', 'normal', false, 1)");
        execute("insert into users (tenant, user_id, created_at, updated_at) values ('t', 'u', 1, 1)");
        execute("insert into user_preferences (tenant, user_id, version, channels) values ('t', 'u', 7, '')");
        try (SqlMetadataStore meta = SqlMetadataStore.open(config)) {
            assertThat(meta.types().find("t", "news").orElseThrow())
                    .returns(true, NotificationType::repeatable)
                    .returns(Optional.empty(), NotificationType::expiresAfter);
            assertThat(meta.types().deleted("t")).singleElement().returns(true, NotificationType::repeatable);
            assertThat(meta.users().find("t", "u").orElseThrow().webhook()).isEmpty();
            assertThat(meta.preferences().find("t", "u")).isEqualTo(new Preferences(7, Map.of(), Map.of(), Map.of()));
        }
    }

    @Test
    void tokenSecretsOfAnOlderVersion_areSealedOnce() {
        bring(Migrations.ALL.subList(0, 7));
        insertTenant();
        execute("insert into token_secrets (tenant, kid, secret, created_at) values ('t', 'k', x'0102', 1)");
        try (SqlMetadataStore meta = SqlMetadataStore.open(config)) {
            TokenSecret plain = meta.tokenSecrets().unsealed().get(0);
            assertThat(plain.secret()).containsExactly(1, 2);
            meta.tokenSecrets().seal(plain.withSecret(new byte[] {3}));
            assertThat(meta.tokenSecrets().unsealed()).isEmpty();
            meta.tokenSecrets().seal(plain.withSecret(new byte[] {4}));
            assertThat(meta.tokenSecrets().find("t", "k").orElseThrow().secret())
                    .containsExactly(3);
        }
    }

    @Test
    void onlyWhatIsMissingIsApplied() {
        bring(Migrations.ALL);
        insertTenant();
        Migration next = step(
                Migrations.ALL.size() + 1,
                sql -> sql.alterTable(Tenants.TABLE)
                        .addColumn(DSL.field(DSL.name("added"), SQLDataType.INTEGER))
                        .execute());
        List<Migration> steps = with(next);
        bring(steps);
        bring(steps);
        try (Database database = open(steps)) {
            assertThat(database.<Integer>read("count", sql -> sql.fetchCount(Tenants.TABLE)))
                    .isEqualTo(1);
        }
    }

    @Test
    void aStepThatFailsLeavesNothingBehind() {
        Migration next = step(Migrations.ALL.size() + 1, sql -> {
            sql.dropTable(Tenants.TABLE).execute();
            throw new IllegalStateException("broke off");
        });
        assertThatThrownBy(() -> bring(with(next)))
                .isInstanceOf(MetadataException.class)
                .hasMessageContaining("broke off");
        bring(Migrations.ALL);
        insertTenant();
        try (SqlMetadataStore meta = SqlMetadataStore.open(config)) {
            assertThat(meta.tenants().list(Optional.empty(), 10).items()).containsExactly(TENANT);
        }
    }

    @Test
    void aDatabaseOfANewerVersionIsRefused() {
        int known = Migrations.ALL.size();
        bring(with(step(known + 1, sql -> {})));
        assertThatThrownBy(() -> SqlMetadataStore.open(config))
                .isInstanceOfSatisfying(
                        MetadataException.class, e -> assertThat(e.temporary()).isFalse())
                .hasMessageContaining("schema version " + (known + 1))
                .hasMessageContaining("up to " + known);
    }

    @Test
    void stepsAreCountedWithoutGaps() {
        assertThatThrownBy(() -> bring(List.of(step(2, sql -> {})))).isInstanceOf(IllegalArgumentException.class);
    }

    private static List<Migration> with(Migration next) {
        return Stream.concat(Migrations.ALL.stream(), Stream.of(next)).toList();
    }

    private void bring(List<Migration> steps) {
        open(steps).close();
    }

    private Database open(List<Migration> steps) {
        return Database.open(config, new Migrations(steps, InstantSource.system()), Duration.ofSeconds(10));
    }

    /** With plain SQL: current code can't write an old database. */
    private void insertTenant() {
        execute("insert into tenants (id, name, created_at) values ('t', 'name', 1)");
    }

    private void execute(String sql) {
        try (Connection connection = DriverManager.getConnection(config.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static Migration step(int number, Consumer<DSLContext> work) {
        return new Migration() {
            @Override
            public int number() {
                return number;
            }

            @Override
            public String description() {
                return "a step of a test";
            }

            @Override
            public void apply(DSLContext sql, Ddl ddl) {
                work.accept(sql);
            }
        };
    }
}
