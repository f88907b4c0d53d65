package dev.tidings.server.config;

import java.util.List;

/**
 * Prints the effective configuration for {@code ./tidings config}, as YAML that would set the same values. Each value that is set has its
 * origin as a comment; secrets are masked.
 */
public final class EffectiveConfigText {

    private EffectiveConfigText() {}

    public static String of(LoadedConfig loaded) {
        return of(OptionTree.of(Config.class), new LoadedOptions<>(loaded.config(), loaded.origins()));
    }

    static <T extends Record> String of(OptionTree<T> options, LoadedOptions<T> loaded) {
        StringBuilder text = new StringBuilder();
        List<String> open = List.of();
        for (ConfigOption setting : options.settings().values()) {
            List<String> names = List.of(setting.path().split("\\."));
            List<String> sections = names.subList(0, names.size() - 1);
            for (int depth = 0; depth < sections.size(); depth++) {
                if (open.size() <= depth || !sections.subList(0, depth + 1).equals(open.subList(0, depth + 1))) {
                    line(text, depth, sections.get(depth) + ":");
                }
            }
            open = sections;
            String value = setting.kind().print(options.valueOf(loaded.config(), setting));
            Origin origin = loaded.origins().get(setting.path());
            String comment = origin == null ? "" : "  # " + origin;
            line(text, sections.size(), names.get(sections.size()) + ": " + value + comment);
        }
        return text.toString();
    }

    private static void line(StringBuilder text, int depth, String content) {
        text.append("  ".repeat(depth)).append(content).append('\n');
    }
}
