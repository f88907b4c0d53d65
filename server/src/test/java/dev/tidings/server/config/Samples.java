package dev.tidings.server.config;

import java.util.Map;
import java.util.stream.Stream;

/** Derives a valid value other than the default for any setting, from its declaration. */
final class Samples {

    private static final Map<TextFormat, String> TEXTS = Map.of(
            TextFormat.ANY, "another: \"text\" # ö",
            TextFormat.NOT_EMPTY, "another",
            TextFormat.ORIGIN, "https://a.example,https://b.example:8443",
            TextFormat.NETWORK, "10.0.0.0/8,fd00::/8,192.0.2.1",
            TextFormat.DATABASE, "jdbc:postgresql://db.example/tidings?ssl=true");

    private Samples() {}

    static Stream<ConfigOption> settings() {
        return OptionTree.of(Config.class).settings().values().stream();
    }

    /** As a value of the environment. */
    static String text(ConfigOption setting) {
        Option option = setting.option();
        if (setting.defaultValue() instanceof Boolean on) {
            return String.valueOf(!on);
        }
        if (!option.max().isEmpty()) {
            return option.max().equals(option.defaultsTo()) ? option.min() : option.max();
        }
        return TEXTS.get(option.form());
    }

    /** As a file that sets only this option. */
    static String yaml(ConfigOption setting) {
        return under(
                setting.path(),
                setting.kind() == OptionTypes.SECRET
                        ? MessageText.yaml(text(setting))
                        : setting.kind().print(setting.read(text(setting))));
    }

    static String under(String path, String value) {
        StringBuilder yaml = new StringBuilder();
        String[] names = path.split("\\.");
        for (int depth = 0; depth < names.length; depth++) {
            yaml.append("  ".repeat(depth)).append(names[depth]).append(depth < names.length - 1 ? ":\n" : ": ");
        }
        return yaml.append(value).append('\n').toString();
    }
}
