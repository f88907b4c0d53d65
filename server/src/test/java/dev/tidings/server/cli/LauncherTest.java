package dev.tidings.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the launcher script {@code ./tidings}: when it builds, and what it starts. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class LauncherTest {

    private static final String SERVER_BUILD =
            "-q -B -ntp -pl server -am -Dmaven.test.skip=true -Dspotless.check.skip=true package";
    private static final String BENCH_BUILD = SERVER_BUILD.replace("-pl server", "-pl bench");
    private static final String TORTURE_BUILD = SERVER_BUILD.replace("-pl server", "-pl torture");

    @TempDir
    private Path folder;

    private FakeClone clone;

    @BeforeEach
    void cloneTidings() throws IOException {
        clone = new FakeClone(folder);
    }

    @Test
    void firstRun_buildsAndTheNextStartsWithoutMaven() throws Exception {
        var first = clone.run("--help");
        assertThat(first.exitCode()).isZero();
        assertThat(first.err()).containsExactly("tidings: building the server (first run; takes a minute)...");
        assertThat(first.out()).endsWith("dev.tidings.server.cli.Main", "--help");

        var second = clone.run("--help");
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).isEqualTo(first.out());
        assertThat(clone.builds()).containsExactly(SERVER_BUILD);
    }

    @Test
    void symlink_startsWithUnchangedArguments() throws Exception {
        Path elsewhere = Files.createDirectories(folder.resolve("else where"));
        Path inner = Files.createSymbolicLink(folder.resolve("inner"), clone.root.resolve("tidings"));
        Path outer = Files.createSymbolicLink(elsewhere.resolve("t"), elsewhere.relativize(inner));
        var result = FakeClone.finish(clone.start(outer, elsewhere, "schema", "two words", "*", "", "$HOME"));
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).endsWith("dev.tidings.server.cli.Main", "schema", "two words", "*", "", "$HOME");
        assertThat(classPath(result)).startsWith(clone.root.toRealPath());
    }

    @Test
    void benchAndTorture_runFromTheirModules() throws Exception {
        for (var command : List.of("bench", "torture")) {
            assertThat(clone.run("--verbose", command, "x").out())
                    .endsWith("dev.tidings." + command + ".Main", "--verbose", command, "x");
        }
        assertThat(clone.run("bench").out())
                .as("benchmarks run with the JVM's defaults")
                .noneMatch(argument -> argument.startsWith("-XX"));
        assertThat(clone.run("torture").out()).contains("-XX:TieredStopAtLevel=1");
        clone.run("--help");
        assertThat(clone.builds()).as("the build includes the server").containsExactly(BENCH_BUILD, TORTURE_BUILD);
    }

    @Test
    void shortCommands_getTheQuickStartOptions() throws Exception {
        for (var command : List.of("schema", "config", "inbox", "audit", "completion")) {
            assertThat(clone.run(command, "x").out()).contains("-XX:TieredStopAtLevel=1");
        }
        assertThat(clone.run("anything").out()).noneMatch(argument -> argument.startsWith("-XX"));
    }

    @Test
    void changedSource_isRebuilt() throws Exception {
        clone.run();
        clone.write("tables/src/main/java/A.java", "class A { }");
        assertThat(clone.run().err()).containsExactly("tidings: building the server (the sources changed)...");
        clone.write("tables/src/main/java/B.java", "class B {}");
        clone.run();
        clone.delete("tables/src/main/java/A.java");
        clone.run();
        clone.write("pom.xml", "another root");
        clone.run();
        clone.run();
        assertThat(clone.builds()).hasSize(5);
    }

    @Test
    void unrelatedFile_causesNoBuild() throws Exception {
        clone.run();
        clone.write("bench/src/main/java/A.java", "class A { }");
        clone.write("testkit/src/main/java/A.java", "class A { }");
        clone.write("server/src/test/java/T.java", "class T {}");
        clone.write("server/src/main/java/.A.java.swp", "an editor's");
        clone.write("README.md", "read me");
        Files.setLastModifiedTime(
                clone.root.resolve("server/src/main/java/A.java"),
                FileTime.from(Instant.now().plusSeconds(3600)));
        assertThat(clone.run().err()).isEmpty();
        assertThat(clone.builds()).hasSize(1);
    }

    @Test
    void manualMavenBuild_isIgnored() throws Exception {
        clone.run();
        clone.write("server/target/server.jar", "of another branch");
        clone.write("server/target/lib/tables-1.0.jar", "of another branch");
        var result = clone.run();
        assertThat(result.err()).isEmpty();
        assertThat(classPath(result).resolve("server.jar")).hasContent("server");
        assertThat(classPath(result).resolve("tables-1.0.jar")).hasContent("tables");
    }

    @Test
    void revertedSource_reusesTheEarlierBuild() throws Exception {
        clone.run();
        clone.write("server/src/main/java/A.java", "class A { int b; }");
        clone.run();
        clone.write("server/src/main/java/A.java", "class A {}");
        assertThat(clone.run().err()).isEmpty();
    }

    @Test
    void oldBuilds_areDeleted() throws Exception {
        for (int i = 0; i < 5; i++) {
            clone.write("server/src/main/java/A.java", "class A { int b" + i + "; }");
            clone.run();
        }
        try (var kept = Files.list(clone.root.resolve("target/launcher"))) {
            assertThat(kept.filter(Files::isDirectory)).hasSize(3);
        }
    }

    @Test
    void removedLibrary_isNotInTheNextBuild() throws Exception {
        clone.run();
        clone.write("server/target/lib/picocli-0.9.jar", "old");
        clone.write("server/pom.xml", "another version");
        assertThat(classPath(clone.run()).resolve("picocli-0.9.jar")).doesNotExist();
    }

    @Test
    void deletedSource_leavesNoClass() throws Exception {
        clone.run();
        clone.write("tables/target/classes/A.class", "compiled");
        clone.delete("tables/src/main/java/A.java");
        clone.run();
        assertThat(clone.root.resolve("tables/target/classes")).doesNotExist();
    }

    @Test
    void failedBuild_showsItsOutputAndStartsNothing() throws Exception {
        clone.write("build-is-broken", "");
        var failed = clone.run("--help");
        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.out()).isEmpty();
        assertThat(failed.err())
                .contains("ERROR no such symbol")
                .last()
                .isEqualTo("tidings: the build failed; Maven's output is above");

        clone.delete("build-is-broken");
        assertThat(clone.run("--help").exitCode()).isZero();
    }

    @Test
    void concurrentLaunchers_buildOnce() throws Exception {
        for (var process : startMany(6, "--help")) {
            var result = FakeClone.finish(process);
            assertThat(result.exitCode()).isZero();
            assertThat(result.out()).endsWith("--help");
        }
        assertThat(clone.builds()).containsExactly(SERVER_BUILD);
    }

    @Test
    void build_doesNotDisturbStartingServers() throws Exception {
        var processes = new ArrayList<>(startMany(3, "--help"));
        processes.addAll(startMany(3, "bench"));
        for (var process : processes) {
            var result = FakeClone.finish(process);
            assertThat(result.exitCode()).as("%s", result.err()).isZero();
        }
        assertThat(clone.builds()).hasSizeBetween(1, 2).doesNotHaveDuplicates();
    }

    @Test
    void staleLock_isRemoved() throws Exception {
        var dead = new ProcessBuilder("true").start();
        dead.waitFor();
        Path state = Files.createDirectories(clone.root.resolve("target/launcher"));
        Files.createSymbolicLink(state.resolve("lock"), Path.of(String.valueOf(dead.pid())));
        assertThat(clone.run("--help").exitCode()).isZero();
        assertThat(state.resolve("lock")).doesNotExist();
    }

    @Test
    void unwritableFolder_isReportedImmediately() throws Exception {
        clone.write("target", "a file where the folder should be");
        var result = clone.run("--help");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).singleElement().asString().contains("target/launcher", "the build needs");
    }

    @Test
    void foreignLockFile_isReportedImmediately() throws Exception {
        clone.write("target/launcher/lock", "a file");
        var result = clone.run("--help");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).singleElement().asString().contains("is not a lock of this launcher");
    }

    @Test
    void folderWithoutPermission_isReportedImmediately() throws Exception {
        Path state = Files.createDirectories(clone.root.resolve("target/launcher"));
        Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("r-xr-xr-x"));
        var result = clone.runWithoutPrivileges("--help");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).singleElement().asString().contains("cannot write to the folder");
    }

    @Test
    void oldJava_isRejectedBeforeTheBuild() throws Exception {
        for (var version : List.of("1.8.0_402", "11.0.22", "16")) {
            clone.javaVersion(version);
            var result = clone.run("--help");
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(result.err())
                    .singleElement()
                    .asString()
                    .contains("is Java " + version, "expected a JDK 17 or newer");
        }
        assertThat(clone.builds()).isEmpty();
    }

    @Test
    void newerJava_isAccepted() throws Exception {
        for (var version : List.of("17", "25.0.3", "26-ea")) {
            clone.javaVersion(version);
            assertThat(clone.run("--help").exitCode()).isZero();
        }
    }

    private List<Process> startMany(int count, String... args) throws IOException {
        var processes = new ArrayList<Process>();
        for (int i = 0; i < count; i++) {
            processes.add(clone.start(clone.root.resolve("tidings"), clone.root, args));
        }
        return processes;
    }

    /** The folder on the JVM's class path. */
    private static Path classPath(FakeClone.Result result) {
        String given = result.out().get(result.out().indexOf("-cp") + 1);
        assertThat(given).endsWith("/*");
        return Path.of(given.substring(0, given.length() - 2));
    }
}
