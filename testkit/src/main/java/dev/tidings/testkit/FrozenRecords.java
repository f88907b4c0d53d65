package dev.tidings.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.assertj.core.api.SoftAssertions;

/**
 * Asserts that a codec still reads and writes the frozen samples of a stored format in {@code frozen-records/<format>.txt}. Each line
 * has a name and a stored record, in hex if the format is binary. Lines are only ever added; a changed format gets a new version and
 * a file of its own.
 */
public final class FrozenRecords {
    private static final HexFormat HEX = HexFormat.of();

    private final String file;
    private final Map<String, String> lines = new LinkedHashMap<>();

    /** @param format the name of the file, such as {@code envelope-1} */
    public FrozenRecords(String format) {
        file = "/frozen-records/" + format + ".txt";
        try (InputStream in = FrozenRecords.class.getResourceAsStream(file)) {
            assertThat(in).as(file).isNotNull();
            new String(in.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split(": ", 2))
                    .forEach(parts -> assertThat(lines.put(parts[0], parts[1]))
                            .as(parts[0])
                            .isNull());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every frozen sample is read as the record of its name. */
    public <T> void assertRead(Map<String, T> records, Function<String, T> read) {
        SoftAssertions.assertSoftly(softly -> {
            softly.assertThat(lines.keySet())
                    .as("samples in " + file)
                    .containsExactlyInAnyOrderElementsOf(records.keySet());
            lines.forEach((name, line) -> softly.assertThat(read.apply(line))
                    .as(name + " of " + file)
                    .usingRecursiveComparison()
                    .isEqualTo(records.get(name)));
        });
    }

    /** Every record is written as the frozen sample of its name. */
    public <T> void assertWritten(Map<String, T> records, Function<T, String> write) {
        SoftAssertions.assertSoftly(
                softly -> records.forEach((name, record) -> softly.assertThat(name + ": " + write.apply(record))
                        .as("a record as %s has it: what is stored by earlier versions looks like this", file)
                        .isEqualTo(name + ": " + lines.get(name))));
    }

    public <T> void assertReadBytes(Map<String, T> records, Function<byte[], T> decode) {
        assertRead(records, hex -> decode.apply(HEX.parseHex(hex)));
    }

    public <T> void assertWrittenBytes(Map<String, T> records, Function<T, byte[]> encode) {
        assertWritten(records, record -> HEX.formatHex(encode.apply(record)));
    }
}
