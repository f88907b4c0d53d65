package dev.tidings.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that hold for every option, present or future: the cases are derived from the records. */
class EveryOptionTest {

    private static final OptionTree<Config> OPTIONS = OptionTree.of(Config.class);

    @TempDir
    private Path folder;

    static Stream<ConfigOption> settings() {
        return Samples.settings();
    }

    @ParameterizedTest
    @MethodSource("settings")
    void canBeSetInTheEnvironment(ConfigOption setting) {
        LoadedConfig loaded = Config.load(Optional.empty(), Map.of(setting.variable(), Samples.text(setting)));
        assertOnlySet(loaded, setting);
        assertThat(loaded.origins())
                .containsExactly(Map.entry(setting.path(), new Origin.Variable(setting.variable())));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void canBeSetInTheFile(ConfigOption setting) throws IOException {
        Path file = file(Samples.yaml(setting));
        LoadedConfig loaded = Config.load(Optional.of(file), Map.of());
        assertOnlySet(loaded, setting);
        int line = setting.path().split("\\.").length;
        assertThat(loaded.origins()).containsExactly(Map.entry(setting.path(), new Origin.Line(file, line)));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void environment_overridesTheFile(ConfigOption setting) throws IOException {
        Path file = file(Samples.yaml(setting));
        String standard = setting.option().defaultsTo();
        LoadedConfig loaded = Config.load(Optional.of(file), Map.of(setting.variable(), standard));
        assertThat(OPTIONS.valueOf(loaded.config(), setting)).isEqualTo(setting.defaultValue());
        assertThat(loaded.origins())
                .containsExactly(Map.entry(setting.path(), new Origin.Variable(setting.variable())));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void needsAValueInTheFile(ConfigOption setting) throws IOException {
        Path file = file(Samples.under(setting.path(), ""));
        assertThatThrownBy(() -> Config.load(Optional.of(file), Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(setting.path() + ": got nothing, expected ");
    }

    @ParameterizedTest
    @MethodSource("settings")
    void setting_isNotASection(ConfigOption setting) throws IOException {
        Path file = file(Samples.under(setting.path(), "{ a: hunter2 }"));
        assertThatThrownBy(() -> Config.load(Optional.of(file), Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(setting.path() + ": got a section, expected ")
                .hasMessageNotContaining("hunter2");
    }

    @ParameterizedTest
    @MethodSource("settings")
    void reference_hasItsHelpText(ConfigOption setting) {
        assertThat(setting.option().value()).matches("[A-Z].*\\.");
        assertThat(ReferenceText.of(Optional.empty()))
                .contains(ReferenceText.entry(setting))
                .contains(setting.variable() + "\n");
    }

    @ParameterizedTest
    @MethodSource("settings")
    void number_hasBounds(ConfigOption setting) {
        boolean amount = setting.defaultValue() instanceof Comparable
                && !(setting.defaultValue() instanceof String)
                && !(setting.defaultValue() instanceof Boolean)
                && !(setting.defaultValue() instanceof Path);
        assertThat(!setting.option().min().isEmpty() && !setting.option().max().isEmpty())
                .isEqualTo(amount);
        if (amount) {
            assertThat(setting.read(setting.option().min()))
                    .isNotEqualTo(setting.read(setting.option().max()));
        }
    }

    @Test
    void printedConfig_canBeLoaded() throws IOException {
        Map<String, String> environment = new LinkedHashMap<>();
        settings()
                .filter(setting -> !setting.kind().isSecret())
                .forEach(setting -> environment.put(setting.variable(), Samples.text(setting)));
        LoadedConfig loaded = Config.load(Optional.empty(), environment);
        Path file = file(EffectiveConfigText.of(loaded));
        assertThat(Config.load(Optional.of(file), Map.of()).config()).isEqualTo(loaded.config());
    }

    @Test
    void secrets_areNeverPrinted() {
        Map<String, String> environment = new LinkedHashMap<>();
        settings()
                .filter(setting -> setting.kind().isSecret())
                .forEach(setting -> environment.put(setting.variable(), "hunter2"));
        LoadedConfig loaded = Config.load(Optional.empty(), environment);
        assertThat(environment).isNotEmpty();
        assertThat(loaded.config().metadata().password().reveal()).isEqualTo("hunter2");
        assertThat(EffectiveConfigText.of(loaded)).contains("password: \"[redacted]\"  # TIDINGS_METADATA_PASSWORD");
        assertThat(EffectiveConfigText.of(loaded) + ReferenceText.of(Optional.of(loaded)) + loaded)
                .doesNotContain("hunter2");
    }

    private void assertOnlySet(LoadedConfig loaded, ConfigOption changed) {
        settings().forEach(setting -> {
            Object expected = setting.equals(changed) ? setting.read(Samples.text(setting)) : setting.defaultValue();
            assertThat(OPTIONS.valueOf(loaded.config(), setting))
                    .as(setting.path())
                    .isEqualTo(expected);
        });
        assertThat(changed.read(Samples.text(changed))).isNotEqualTo(changed.defaultValue());
    }

    private Path file(String yaml) throws IOException {
        return Files.writeString(folder.resolve("tidings.yml"), yaml);
    }
}
