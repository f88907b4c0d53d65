package dev.tidings.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The tables, their keys and the report on their design are those of the golden copies in {@code golden-schema}. */
class SchemaGoldenTest {

    @ParameterizedTest
    @CsvSource({"check, check.txt, 0", "print --cql, print.cql, 0", "print --rocksdb, print-rocksdb.txt, 0"})
    void schemaCommand_printsTheGoldenCopy(String arguments, String name, int exitCode) throws IOException {
        StringWriter out = new StringWriter();
        int exit = CommandRunner.prepare(new CommandLine(new Main()).setOut(new PrintWriter(out, true)), false)
                .execute(("schema " + arguments).split(" "));
        Path actual = Path.of("target", "schema", name);
        Files.createDirectories(actual.getParent());
        Files.writeString(actual, out.toString());
        assertThat(out.toString())
                .as(
                        "'tidings schema %s' differs from golden-schema/%s. Tables of earlier versions are on disks: if the change is"
                                + " intended and they can still be read, copy server/%s over the golden copy",
                        arguments, name, actual)
                .isEqualTo(golden(name));
        assertThat(exit).isEqualTo(exitCode);
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = SchemaGoldenTest.class.getResourceAsStream("/golden-schema/" + name)) {
            assertThat(in).as("golden-schema/" + name).isNotNull();
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
