package dev.tidings.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the errors in a configuration file and their messages. */
class FileErrorsTest {

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void errors_nameTheFile() {
        file = folder.resolve("tidings.yml");
    }

    @Test
    void allErrors_areReportedWithTheirLines() throws IOException {
        assertThat(mistakes("""
            dataFolder: 7
            http:
              port: 70000
              prot: 1
              maxBodyBytes: 64MB
              idleTimeout: 60
              corsOrigins: https://a.example
            storage:
              fsync: yes please
            htpt: {}
            """))
                .containsExactly(
                        "1: dataFolder: got 7, expected a path",
                        "3: http.port: got 70000, expected 0 to 65535",
                        "4: http.prot: unknown option; did you mean 'http.port'?",
                        "5: http.maxBodyBytes: got '64MB',"
                                + " expected a size such as 64MiB, 1 GiB or a number of bytes, 1KiB to 1MiB",
                        "6: http.idleTimeout: got 60, expected a duration such as 30s, 5m or 24h, 1s to 24h",
                        "7: http.corsOrigins: got 'https://a.example', expected a list of texts",
                        "9: storage.fsync: got 'yes please', expected true or false",
                        "10: htpt: unknown option; did you mean 'http'?");
    }

    @Test
    void environmentErrors_areReportedTogether() throws IOException {
        Files.writeString(file, "http: {port: -1}");
        var failure = catchThrowableOfType(
                ConfigException.class, () -> Config.load(Optional.of(file), Map.of("TIDINGS_ROUTE_BATCH", "x")));
        assertThat(failure.errors())
                .containsExactly(
                        file + ":1: http.port: got -1, expected 0 to 65535",
                        "TIDINGS_ROUTE_BATCH: route.batch: got 'x', expected a whole number, 1 to 65536");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "host: x | 1: host: unknown option; did you mean 'http.host'?",
                "http: {maxTitleBytes: 1} | 1: http.maxTitleBytes: unknown option; did you mean"
                        + " 'limits.maxTitleBytes'?",
                "frobnicate: 1 | 1: frobnicate: unknown option; './tidings config reference' lists all",
                "http.port: 1 | 1: http.port: expected 'port' in the section 'http'",
                "http: {port: '80'} | 1: http.port: got '80', expected a whole number, 0 to 65535",
                "http: {port: 0x50} | 1: http.port: got 0x50, expected a whole number, 0 to 65535",
                "http: {port: 010} | 1: http.port: got 010, expected a whole number, 0 to 65535",
                "http: {port: 8e1} | 1: http.port: got 8e1, expected a whole number, 0 to 65535",
                "http: {port: 99999999999} | 1: http.port: got 99999999999, expected a whole number, 0 to 65535",
                "http: {host: 1.5} | 1: http.host: got 1.5, expected a text",
                "http: {host: ' '} | 1: http.host: got ' ', expected text that is not empty",
                "http: {corsOrigins: [a, 1]} | 1: http.corsOrigins: got ['a', 1], expected a list of texts",
                "http: {idleTimeout: 0s} | 1: http.idleTimeout: got 0s, expected 1s to 24h",
                "http: 8080 | 1: http: got a number, expected options, each as 'name: value'",
                "[http] | 1: got a list, expected options, each as 'name: value'",
                "hello | 1: got a text, expected options, each as 'name: value'",
            })
    void error_hasTheGivenAndTheExpectedValue(String yaml, String mistake) throws IOException {
        assertThat(mistakes(yaml)).containsExactly(mistake);
    }

    @Test
    void originWithAPath_isRejected() throws IOException {
        assertThat(mistakes("http: {corsOrigins: ['https://a.example', 'https://b.example/']}"))
                .containsExactly("1: http.corsOrigins: got 'https://b.example/',"
                        + " expected an origin such as https://app.example.com, without a path");
    }

    @Test
    void duplicateKeyOrSection_isRejected() throws IOException {
        assertThat(mistakes("http:\n  port: 1\n  port: 2\nroute: {batch: 1}\nhttp:\n  host: x\n"))
                .containsExactly(
                        "3: http.port: set twice; the first is on line 2",
                        "5: http: set twice; the first is on line 1");
    }

    @Test
    void secondDocument_isRejected() throws IOException {
        assertThat(mistakes("http: {port: 1}\n---\nhttp: {port: 2}\n"))
                .containsExactly("3: a second document, expected one");
    }

    @ParameterizedTest
    @CsvSource({
        "*hunter2,an alias (*",
        "&hunter2,an anchor (&",
        "&hunter2 x,an anchor (&",
        "!hunter2 x,a tag (!",
        "!!str x,a tag (!",
        "&hunter2 {a: 1},an anchor (&",
    })
    void aliasAnchorOrTag_isRejectedWithoutItsName(String value, String trick) throws IOException {
        List<String> mistakes = mistakes("metadata:\n  password: " + value + "\n");
        assertThat(mistakes).first().asString().startsWith("2: got " + trick).endsWith(" needs quotes");
        assertThat(mistakes.toString()).doesNotContain("hunter2");
    }

    @Test
    void aliasBomb_isRejectedBeforeExpansion() throws IOException {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x]\n");
        for (int i = 1; i < 30; i++) {
            bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ",").repeat(10)));
        }
        assertThat(mistakes(bomb.toString()))
                .contains("1: got an anchor (&…), expected the value itself;"
                        + " a text that begins with & needs quotes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "metadata: {password: hunter2",
                "metadata:\n\tpassword: hunter2",
                "metadata:\n  password: 'hunter2",
                "metadata:\n  password: %hunter2",
                "metadata: [}",
                "? {hunter2: 1}\n: 2",
                "*hunter2 : 2",
                "password: hunter2\u0007"
            })
    void syntaxError_hasItsPositionButNoQuote(String yaml) throws IOException {
        assertThat(mistakes(yaml))
                .last()
                .asString()
                .matches("\\d+: .*")
                .contains("not YAML")
                .doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "metadata: {password: 7331}",
                "metadata: {password: [hunter2]}",
                "metadata: {pasword: hunter2}",
                "metadata: {password: '[redacted]'}",
                "metadata: {url: 'jdbc:mysql://root:hunter2@db/x'}",
                "metadata: {url: 'jdbc:postgresql://db/x?user=u&PassWord=hunter2'}",
                "metadata: {url: [hunter2]}",
                "metadata: hunter2"
            })
    void error_doesNotShowASecret(String yaml) throws IOException {
        assertThat(mistakes(yaml)).hasSize(1).first().asString().doesNotContain("hunter2", "7331");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "\n", "# nothing\n", "---\n", "{}", "http:\n  # port: 1\n", "\ufeff# made on Windows\r\n"})
    void emptyFile_isValid(String yaml) throws IOException {
        assertThat(mistakes(yaml)).isEmpty();
    }

    @Test
    void deepNesting_isRejected() throws IOException {
        assertThat(mistakes("http: " + "[".repeat(900) + "]".repeat(900)))
                .contains("1: nested too deep, expected at most 16 levels");
        assertThat(mistakes("http: " + "[".repeat(100_000))).isNotEmpty();
    }

    @Test
    void errors_areSortedByLine() throws IOException {
        assertThat(mistakes("htpt: 1\nmetadata: {password: *x}\nhtto: 1\n"))
                .extracting(mistake -> mistake.substring(0, 2))
                .containsExactly("1:", "2:", "3:");
    }

    @Test
    void hugeKey_isClipped() throws IOException {
        assertThat(mistakes("? " + "x".repeat(200_000) + "\n: 1\n"))
                .containsExactly("1: " + "x".repeat(80) + "…: unknown option; './tidings config reference' lists all");
    }

    @Test
    void unreadableFile_isReported() throws IOException {
        assertThat(mistakesOf(file)).containsExactly(file + ": no such file");
        assertThat(mistakesOf(folder)).containsExactly(folder + ": can't be read: is a folder");
        Files.write(file, "http: {host: ö}".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(mistakesOf(file)).containsExactly(file + ": is not text in UTF-8");
        Files.writeString(file, "#".repeat(YamlFile.MAX_BYTES + 1));
        assertThat(mistakesOf(file)).containsExactly(file + ": is too large, expected at most 256KiB");
    }

    /** Without the name of the file that all of them begin with. */
    private List<String> mistakes(String yaml) throws IOException {
        Files.writeString(file, yaml);
        return mistakesOf(file).stream()
                .peek(mistake -> assertThat(mistake).startsWith(file + ":"))
                .map(mistake -> mistake.substring(file.toString().length() + 1))
                .toList();
    }

    private static List<String> mistakesOf(Path file) {
        try {
            Config.load(Optional.of(file), Map.of());
            return List.of();
        } catch (ConfigException wrong) {
            return wrong.errors();
        }
    }
}
