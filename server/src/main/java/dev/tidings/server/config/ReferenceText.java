package dev.tidings.server.config;

import java.util.Optional;
import java.util.stream.Collectors;

/** Prints the reference of all options for {@code ./tidings config reference}: help text, type, default and environment variable. */
public final class ReferenceText {

    private ReferenceText() {}

    /** @param loaded if present, the reference also shows the values that are set */
    public static String of(Optional<LoadedConfig> loaded) {
        OptionTree<Config> options = OptionTree.of(Config.class);
        return options.settings().values().stream()
                .map(setting -> entry(setting)
                        + loaded.map(in -> setTo(options, setting, in)).orElse(""))
                .collect(Collectors.joining("\n"));
    }

    static String entry(ConfigOption setting) {
        return """
            %s
                %s
                type         %s
                default      %s
                environment  %s
            """.formatted(
                        setting.path(),
                        setting.option().value(),
                        setting.type(),
                        setting.kind().print(setting.defaultValue()),
                        setting.variable());
    }

    private static String setTo(OptionTree<Config> options, ConfigOption setting, LoadedConfig loaded) {
        Origin origin = loaded.origins().get(setting.path());
        if (origin == null) {
            return "";
        }
        String value = setting.kind().print(options.valueOf(loaded.config(), setting));
        return "    set to       %s (%s)\n".formatted(value, origin);
    }
}
