package dev.tidings.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.tidings.server.hot.MemoryHotState;
import org.junit.jupiter.api.Test;

/** The fences between the packages: each engine and library is known to one of them, and none knows what comes after it. */
class ArchitectureTest {
    private static final JavaClasses SERVER = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.tidings.server");

    @Test
    void onlyTheLogKnowsRocksDb() {
        only("log", "org.rocksdb..");
    }

    @Test
    void onlyMetaKnowsSql() {
        only("meta", "org.jooq..", "java.sql..", "javax.sql..", "com.zaxxer..", "org.sqlite..");
    }

    @Test
    void onlyTheEdgeKnowsHttp() {
        only("edge", "io.vertx..", "io.netty..");
    }

    @Test
    void onlyWhoPutsItTogetherKnowsWhereTheHotStateIs() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.tidings.server.*..")
                .and()
                .resideOutsideOfPackage("dev.tidings.server.hot..")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(MemoryHotState.class)
                .check(SERVER);
    }

    @Test
    void nothingOnTheWayKnowsWhatComesAfterIt() {
        after("log", "schedule", "recur", "intake", "route", "status", "inbox", "edge");
        after("template", "log", "hot", "schedule", "recur", "intake", "route", "status", "inbox", "edge");
        after("hot", "schedule", "recur", "intake", "route", "status", "inbox", "edge");
        after("schedule", "recur", "intake", "route", "status", "inbox", "edge");
        after("intake", "recur", "route", "status", "inbox", "edge");
        after("recur", "route", "status", "inbox", "edge");
        after("route", "recur", "status", "inbox", "edge");
        after("inbox", "status", "edge");
        after("status", "edge");
        after("secret", "meta", "provider", "webhook", "log", "hot", "schedule", "intake", "route", "inbox", "edge");
        after("provider", "webhook", "log", "hot", "schedule", "recur", "intake", "route", "status", "inbox", "edge");
        after("webhook", "provider", "log", "hot", "schedule", "recur", "intake", "route", "status", "inbox", "edge");
        after(
                "meta",
                "secret",
                "provider",
                "webhook",
                "log",
                "hot",
                "schedule",
                "recur",
                "intake",
                "route",
                "status",
                "inbox",
                "edge");
    }

    @Test
    void packagesDontGoInCircles() {
        slices().matching("dev.tidings.server.(*)..").should().beFreeOfCycles().check(SERVER);
    }

    @Test
    void aFenceCanBeSeenToHold() {
        assertThatThrownBy(() -> only("log", "org.jooq..")).isInstanceOf(AssertionError.class);
    }

    private static void only(String owner, String... libraries) {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.tidings.server." + owner + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(libraries)
                .check(SERVER);
    }

    private static void after(String step, String... later) {
        for (String other : later) {
            noClasses()
                    .that()
                    .resideInAPackage("dev.tidings.server." + step + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("dev.tidings.server." + other + "..")
                    .check(SERVER);
        }
    }
}
