package dev.tidings.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.tidings.server.hot.MemoryHotState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the package dependencies: each engine and library is used by one package, and no package uses a later one. */
class ArchitectureTest {
    private static final JavaClasses SERVER = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.tidings.server");

    @Test
    void rocksDb_isUsedByTheLogOnly() {
        only("log", "org.rocksdb..");
    }

    @Test
    void sql_isUsedByMetadataOnly() {
        only("meta", "org.jooq..", "java.sql..", "javax.sql..", "com.zaxxer..", "org.sqlite..");
    }

    @Test
    void vertxAndNetty_areUsedByHttpOnly() {
        only("edge", "io.vertx..", "io.netty..");
    }

    @Test
    void memoryHotState_isUsedByTheAssemblyOnly() {
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
    void packages_doNotDependOnLaterOnes() {
        after("secret", "meta", "provider", "log", "hot", "schedule", "work", "intake", "route", "deliver", "webhook");
        after("meta", "secret", "provider", "log", "hot", "schedule", "work", "intake", "route", "deliver", "webhook");
        after("provider", "log", "hot", "schedule", "work", "recur", "intake", "route", "deliver", "webhook");
        after("template", "log", "hot", "schedule", "work", "recur", "intake", "route", "deliver", "webhook");
        after("log", "schedule", "work", "recur", "intake", "route", "deliver", "webhook");
        after("hot", "schedule", "work", "recur", "intake", "route", "deliver", "webhook");
        after("work", "schedule", "recur", "intake", "route", "deliver", "webhook");
        after("schedule", "work", "recur", "intake", "route", "deliver", "webhook");
        after("intake", "recur", "route", "deliver", "webhook");
        after("recur", "route", "deliver", "webhook");
        after("route", "recur", "deliver", "webhook");
        after("deliver", "recur", "route", "webhook");
        after("webhook", "recur", "route");
        for (String step : List.of(
                "secret",
                "meta",
                "provider",
                "template",
                "log",
                "hot",
                "work",
                "schedule",
                "recur",
                "intake",
                "route",
                "deliver")) {
            after(step, "inbox", "status", "edge");
        }
        after("inbox", "webhook", "status", "edge");
        after("webhook", "status", "edge");
        after("status", "edge");
    }

    @Test
    void packages_areFreeOfCycles() {
        slices().matching("dev.tidings.server.(*)..").should().beFreeOfCycles().check(SERVER);
    }

    @Test
    void violation_isDetected() {
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
