package dev.tidings.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code ./tidings dist}: the archive, its start script, which needs no Maven, and its Dockerfile. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the scripts are for a POSIX shell")
class DistTest {
    private static final Path DIST =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolveSibling("dev/dist");
    private static final String NAME = "tidings-1.2.3";

    @TempDir
    private Path folder;

    private FakeClone clone;

    @BeforeEach
    void copyScripts() throws IOException {
        clone = new FakeClone(folder);
        clone.write("pom.xml", "<project>\n  <version>1.2.3</version>\n</project>\n");
        for (String text : List.of("LICENSE", "README.md", "CHANGELOG.md")) {
            clone.write(text, text);
        }
        Path target = Files.createDirectories(clone.root.resolve("dev/dist"));
        try (Stream<Path> files = Files.list(DIST)) {
            for (Path file : files.toList()) {
                Files.copy(file, target.resolve(file.getFileName().toString()));
            }
        }
    }

    /** Makes the archive, unpacks it elsewhere and returns the folder. */
    private Path unpacked() throws Exception {
        FakeClone.Result made = clone.run("dist");
        assertThat(made.exitCode()).as("%s", made).isZero();
        Path archive = clone.root.resolve("target/dist/" + NAME + ".tar.gz");
        assertThat(made.out()).containsExactly(archive.toString());
        Path elsewhere = Files.createDirectories(folder.resolve("an other place"));
        Process tar = new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", elsewhere.toString()).start();
        assertThat(tar.waitFor()).isZero();
        return elsewhere.resolve(NAME);
    }

    private FakeClone.Result run(Path unpacked, String... args) throws Exception {
        return FakeClone.finish(clone.start(unpacked.resolve("bin/tidings"), folder, args));
    }

    @Test
    void archive_hasEverythingToRun() throws Exception {
        Path unpacked = unpacked();
        assertThat(unpacked.resolve("tidings.jar")).hasContent("server");
        assertThat(unpacked.resolve("lib/tables-1.0.jar")).exists();
        assertThat(unpacked.resolve("Dockerfile")).exists();
        assertThat(unpacked.resolve("LICENSE")).exists();
        FakeClone.Result ran = run(unpacked, "send", "alice", "Hello there");
        assertThat(ran.exitCode()).as("%s", ran).isZero();
        assertThat(ran.out())
                .endsWith(
                        "-jar", unpacked.toRealPath().resolve("tidings.jar").toString(), "send", "alice", "Hello there")
                .contains("-XX:TieredStopAtLevel=1");
        assertThat(clone.run("dist", "now").exitCode()).isEqualTo(2);
    }

    /** The fake java writes no archive, so only the attempt is seen. */
    @Test
    void firstUp_makesTheClassDataArchive() throws Exception {
        Path unpacked = unpacked();
        run(unpacked, "health");
        assertThat(unpacked.resolve("cache")).as("not for short commands").doesNotExist();
        FakeClone.Result up = run(unpacked, "up");
        assertThat(up.out()).endsWith("up").contains("-XX:G1PeriodicGCInterval=60000");
        assertThat(up.out()).anyMatch(argument -> argument.endsWith("cache/classes-17.0.15.jsa"));
        Path log = unpacked.resolve("cache/warm-up.log");
        assertThat(Files.readAllLines(log))
                .endsWith("warm-up")
                .anyMatch(argument -> argument.startsWith("-XX:ArchiveClassesAtExit="));
        Files.delete(log);
        Files.writeString(unpacked.resolve("cache/classes-17.0.15.jsa"), "made before");
        run(unpacked, "up");
        assertThat(log).as("only once").doesNotExist();
    }

    @Test
    void oldJava_isRefused() throws Exception {
        Path unpacked = unpacked();
        clone.javaVersion("1.8.0_402");
        FakeClone.Result refused = run(unpacked, "up");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).singleElement().asString().contains("1.8.0_402", "17 or newer");
    }

    @Test
    void image_runsWithoutRootAndForwardsSignals() throws IOException {
        List<String> lines = Files.readAllLines(DIST.resolve("Dockerfile"));
        String docker = String.join("\n", lines);
        assertThat(lines).contains("USER 10001:10001", "VOLUME /var/lib/tidings", "CMD [\"up\"]");
        assertThat(docker).contains("HEALTHCHECK", "CMD [\"/opt/tidings/bin/tidings\", \"health\", \"--live\"]");
        assertThat(docker).as("exec form: the JVM gets the signals").contains("ENTRYPOINT [\"");
        assertThat(Files.readString(DIST.resolve("tidings"))).contains("\nexec \"$java\"");
    }
}
