package dev.tidings.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the JDK search: precedence, versions and messages. */
class ServerJdkTest {
    @TempDir
    Path machine;

    private Path installed;
    private Path newer;

    @BeforeEach
    void createFolders() throws IOException {
        installed = Files.createDirectory(machine.resolve("installed"));
        newer = jdk(machine.resolve("running"), "25.0.3");
    }

    @Test
    void theRunningJdkIsTakenIfItFits() throws IOException {
        Path running = jdk(machine.resolve("fits"), "17.0.15");
        jdk(installed.resolve("another-17"), "17.0.1");
        assertThat(finder(Map.of(), running).find(17)).isEqualTo(running);
    }

    @Test
    void theVariableComesFirst() throws IOException {
        Path running = jdk(machine.resolve("fits"), "17.0.15");
        Path named = jdk(machine.resolve("named"), "17");
        assertThat(finder(Map.of("TIDINGS_LAB_JAVA_HOME", named.toString()), running)
                        .find(17))
                .isEqualTo(named);
    }

    @Test
    void wrongJdkInTheVariable_isAnError() throws IOException {
        jdk(installed.resolve("jdk-17"), "17.0.1");
        assertThatThrownBy(() -> finder(Map.of("TIDINGS_LAB_JAVA_HOME", newer.toString()), newer)
                        .find(17))
                .hasMessage("TIDINGS_LAB_JAVA_HOME is '" + newer
                        + "', which is Java 25.0.3; expected the folder of a JDK 17");
    }

    @Test
    void variablesOfBuildMachinesAreLookedAt() throws IOException {
        Path named = jdk(machine.resolve("hosted"), "17.0.9");
        assertThat(finder(Map.of("JAVA_HOME", newer.toString(), "JAVA_HOME_17_X64", named.toString()), newer)
                        .find(17))
                .isEqualTo(named);
    }

    @Test
    void installedJdksAreJudgedByTheirVersionNotByTheirName() throws IOException {
        jdk(installed.resolve("a-17-by-name"), "21.0.2");
        jdk(installed.resolve("b-long-version"), "170.0.1");
        Path right = jdk(installed.resolve("c"), "17.0.8.1");
        assertThat(finder(Map.of(), newer).find(17)).isEqualTo(right);
    }

    @Test
    void bundlesOfMacsAreLookedInto() throws IOException {
        Path home = jdk(installed.resolve("temurin-17.jdk").resolve("Contents").resolve("Home"), "17.0.2");
        assertThat(finder(Map.of(), newer).find(17)).isEqualTo(home);
    }

    @Test
    void aFolderWithoutJavaIsNoJdk() throws IOException {
        Path sources = jdk(installed.resolve("sources-of-17"), "17.0.2");
        Files.delete(sources.resolve("bin").resolve("java"));
        assertThatThrownBy(() -> finder(Map.of(), newer).find(17)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void withoutAnyTheErrorSaysWhatToDo() {
        assertThatThrownBy(() -> finder(Map.of(), newer).find(17))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("found no JDK 17")
                .hasMessageContaining("this JVM is Java 25.0.3")
                .hasMessageContaining("set TIDINGS_LAB_JAVA_HOME to the folder of one")
                .hasMessageContaining(installed.toString());
    }

    private ServerJdk finder(Map<String, String> environment, Path running) {
        return new ServerJdk(environment, running, List.of(machine.resolve("missing"), installed));
    }

    private static Path jdk(Path home, String version) throws IOException {
        Files.createDirectories(home.resolve("bin"));
        assertThat(Files.createFile(home.resolve("bin").resolve("java"))
                        .toFile()
                        .setExecutable(true))
                .isTrue();
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }
}
