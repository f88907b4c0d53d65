package dev.tidings.metadata.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.Preferences;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a change that has returned survives a kill of the process, completely. */
class SqliteCrashTest {
    private static final int CYCLES = 3;

    @TempDir
    Path folder;

    @Test
    void returnedChanges_surviveAKill() throws Exception {
        Path file = folder.resolve("meta.db");
        List<String> returned = new ArrayList<>();
        for (int cycle = 0; cycle < CYCLES; cycle++) {
            writeUntilKilled(file, cycle, returned);
            try (SqlMetadataStore meta = SqlMetadataStore.open(SqlMetadataConfig.sqlite(file))) {
                Preferences found = meta.preferences().find("t", "u");
                assertThat(found.types().keySet()).containsAll(returned);
                // In each cycle at most the one that was in flight at the kill.
                assertThat(found.types()).hasSizeLessThanOrEqualTo(returned.size() + cycle + 1);
                assertThat(found.version()).isEqualTo(found.types().size());
                assertThat(meta.audit()
                                .list("t", Optional.empty(), 1)
                                .items()
                                .get(0)
                                .id())
                        .isEqualTo(found.version());
            }
        }
    }

    private static void writeUntilKilled(Path file, int cycle, List<String> returned) throws Exception {
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PreferenceWriter.class.getName(),
                        file.toString(),
                        Integer.toString(cycle))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        int enough = returned.size() + 20 + 7 * cycle;
        try (BufferedReader lines = writer.inputReader()) {
            String line;
            while ((line = lines.readLine()) != null) {
                returned.add(line);
                if (returned.size() == enough) {
                    writer.destroyForcibly();
                }
            }
        } catch (IOException e) {
            // The pipe of a killed process.
        } finally {
            writer.destroyForcibly().waitFor();
        }
        assertThat(returned).as("the writer ended by itself").hasSizeGreaterThanOrEqualTo(enough);
    }
}
