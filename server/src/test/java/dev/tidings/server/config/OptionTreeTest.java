package dev.tidings.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests that a new option, of any type, needs nothing but its component. */
class OptionTreeTest {

    enum Mode {
        OFF,
        READ_ONLY
    }

    record Inner(
            @Option(value = "Which.", defaultsTo = "off") Mode mode) {}

    record Outer(
            Inner inner,

            @Option(value = "How many.", defaultsTo = "2", min = "1")
            long count) {}

    record Root(Outer outer) {}

    record Undocumented(int port) {}

    record Untyped(
            @Option(value = "What.", defaultsTo = "x") Object what) {}

    private static final OptionTree<Root> OPTIONS = OptionTree.of(Root.class);

    @Test
    void sectionsNest_andEnumsAreLowerCase() {
        LoadedOptions<Root> loaded =
                LoadedOptions.load(OPTIONS, Optional.empty(), Map.of("TIDINGS_OUTER_INNER_MODE", "read_only"));
        assertThat(loaded.config()).isEqualTo(new Root(new Outer(new Inner(Mode.READ_ONLY), 2)));
        assertThat(EffectiveConfigText.of(OPTIONS, loaded)).isEqualTo("""
            outer:
              inner:
                mode: "read_only"  # TIDINGS_OUTER_INNER_MODE
              count: 2
            """);
    }

    @Test
    void error_namesTheChoices() {
        assertThatThrownBy(() -> LoadedOptions.load(
                        OPTIONS,
                        Optional.empty(),
                        Map.of("TIDINGS_OUTER_INNER_MODE", "on", "TIDINGS_OUTER_COUNT", "0")))
                .hasMessage("TIDINGS_OUTER_COUNT: outer.count: got 0, expected 1 or more\n"
                        + "TIDINGS_OUTER_INNER_MODE: outer.inner.mode: got 'on', expected one of off, read_only");
    }

    @Test
    void optionWithoutHelpOrKnownType_isRejected() {
        assertThatIllegalStateException()
                .isThrownBy(() -> OptionTree.of(Undocumented.class))
                .withMessageContaining("port has no @Option");
        assertThatIllegalStateException()
                .isThrownBy(() -> OptionTree.of(Untyped.class))
                .withMessageContaining("java.lang.Object");
    }
}
