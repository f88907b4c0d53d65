package dev.tidings.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.time.Duration;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Properties of the value types: a printed value parses to the same value. */
class ValuesPropertyTest {

    @Property
    void sizes(@ForAll @LongRange(min = 0) long bytes) {
        ByteSize size = new ByteSize(bytes);
        assertThat(ByteSize.parse(size.toString())).isEqualTo(size);
    }

    @Property
    void roundSizes(
            @ForAll @IntRange(min = 0, max = 8_000_000) int count, @ForAll @IntRange(min = 0, max = 4) int unit) {
        ByteSize size = new ByteSize((long) count << (10 * unit));
        assertThat(ByteSize.parse(size.toString())).isEqualTo(size);
    }

    @Property
    void durations(@ForAll @LongRange(min = 0) long seconds, @ForAll @IntRange(min = 0, max = 999_999_999) int nanos) {
        Duration duration = Duration.ofSeconds(seconds, nanos);
        assertThat(Durations.parse(Durations.print(duration))).isEqualTo(duration);
        assertThat(Durations.parse(duration.toString())).isEqualTo(duration);
    }

    @Property
    void millis(@ForAll @LongRange(min = 0) long millis) {
        Duration duration = Duration.ofMillis(millis);
        assertThat(Durations.parse(Durations.print(duration))).isEqualTo(duration);
    }

    @Property
    void texts(@ForAll String text) throws IOException {
        YamlReader reader = new YamlReader((line, mistake) -> {
            throw new AssertionError(mistake);
        });
        YamlNode read =
                reader.read("a: " + MessageText.yaml(text) + "  # comment\n").orElseThrow();
        YamlNode value = ((YamlNode.Mapping) read).entries().get(0).value();
        assertThat(value).isEqualTo(new YamlNode.Scalar(1, YamlNode.Scalar.Type.TEXT, text));
    }

    @Example
    void values_arePrintedInTheUsualForm() {
        assertThat(ByteSize.parse("64MiB")).hasToString("64MiB").isEqualTo(new ByteSize(64L << 20));
        assertThat(ByteSize.parse("1 GiB")).hasToString("1GiB");
        assertThat(ByteSize.parse("1_000_000")).hasToString("1000000");
        assertThat(ByteSize.parse("2048 b")).hasToString("2KiB");
        assertThat(Durations.print(Durations.parse("24h"))).isEqualTo("24h");
        assertThat(Durations.print(Durations.parse("90m"))).isEqualTo("90m");
        assertThat(Durations.print(Durations.parse("60s"))).isEqualTo("1m");
        assertThat(Durations.print(Durations.parse("1d"))).isEqualTo("24h");
        assertThat(Durations.print(Durations.parse("1500ms"))).isEqualTo("1500ms");
        assertThat(Durations.parse("PT1H30M")).isEqualTo(Duration.ofMinutes(90));
    }

    @Example
    void invalidText_isRejected() {
        for (String text :
                new String[] {"", "x", "-1", "1.5MiB", "1MB", "1M", "08", "9223372036854775808", "8388608TiB"}) {
            assertThatIllegalArgumentException().as(text).isThrownBy(() -> ByteSize.parse(text));
        }
        for (String text : new String[] {
            "", "x", "60", "-5s", "PT-5S", "5 minutes", "1.5h", "99999999999999999999s", "9223372036854775807d"
        }) {
            assertThatIllegalArgumentException().as(text).isThrownBy(() -> Durations.parse(text));
        }
    }
}
