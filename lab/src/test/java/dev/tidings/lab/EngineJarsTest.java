package dev.tidings.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of unpacking server jars: one copy, also under concurrency. */
class EngineJarsTest {
    @TempDir
    Path cache;

    @Test
    void severalAtOnceUnpackOneCopy() throws IOException {
        List<List<Path>> answers = IntStream.range(0, 3)
                .parallel()
                .mapToObj(number -> EngineJars.of("cassandra", cache))
                .toList();
        assertThat(answers).allMatch(answers.get(0)::equals);
        assertThat(answers.get(0)).anyMatch(jar -> jar.getFileName().toString().startsWith("cassandra-all-5."));
        try (Stream<Path> copies = Files.list(cache)) {
            assertThat(copies).hasSize(1);
        }
    }

    @Test
    void theServersJarsAreNotOnOurClassPath() {
        assertThatThrownBy(() -> Class.forName("org.apache.cassandra.service.CassandraDaemon"))
                .isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void anUnknownEngineIsNamedWithItsModule() {
        assertThatThrownBy(() -> EngineJars.of("oracle", cache)).hasMessageContaining("expected the module lab-oracle");
    }
}
