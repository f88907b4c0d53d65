package dev.tidings.server.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.meta.MetaException;
import dev.tidings.core.meta.Tenant;
import dev.tidings.server.meta.Tables.Tenants;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
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

class MigrationsTest {
    private static final Tenant TENANT = new Tenant("t", "name", Instant.ofEpochMilli(1));

    @TempDir
    Path folder;

    private SqlMetaConfig config;

    @BeforeEach
    void chooseFile() {
        config = SqlMetaConfig.sqlite(folder.resolve("meta.db"));
    }

    static IntStream oldVersions() {
        return IntStream.rangeClosed(1, Migrations.ALL.size());
    }

    /** The steps up to a version, alone, make the database as that version left it. */
    @ParameterizedTest
    @MethodSource("oldVersions")
    void aDatabaseOfEachVersionIsBroughtUpToDate(int version) {
        bring(Migrations.ALL.subList(0, version));
        insertTenant();
        try (SqlMeta meta = SqlMeta.open(config)) {
            assertThat(meta.tenants().find("t")).contains(TENANT);
            assertThat(meta.tenants().add(new Tenant("new", "name", TENANT.createdAt()), "cli"))
                    .isTrue();
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
                .isInstanceOf(MetaException.class)
                .hasMessageContaining("broke off");
        bring(Migrations.ALL);
        insertTenant();
        try (SqlMeta meta = SqlMeta.open(config)) {
            assertThat(meta.tenants().list(Optional.empty(), 10).items()).containsExactly(TENANT);
        }
    }

    @Test
    void aDatabaseOfANewerVersionIsRefused() {
        int known = Migrations.ALL.size();
        bring(with(step(known + 1, sql -> {})));
        assertThatThrownBy(() -> SqlMeta.open(config))
                .isInstanceOfSatisfying(
                        MetaException.class, e -> assertThat(e.temporary()).isFalse())
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

    /** By hand: an old database can't be written by the code of today. */
    private void insertTenant() {
        try (Connection connection = DriverManager.getConnection(config.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute("insert into tenants (id, name, created_at) values ('t', 'name', 1)");
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
            public String sentence() {
                return "a step of a test";
            }

            @Override
            public void apply(DSLContext sql, Ddl ddl) {
                work.accept(sql);
            }
        };
    }
}
