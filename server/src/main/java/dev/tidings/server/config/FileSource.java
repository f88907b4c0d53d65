package dev.tidings.server.config;

import dev.tidings.server.validation.ClosestMatch;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the options of the YAML configuration file into {@link CollectedValues}. Unknown, misplaced and duplicate keys are errors, with
 * their line and, if possible, the intended option.
 */
final class FileSource {

    /** A longer key is no typo of any option, and comparing it would take long. */
    private static final int MAX_KEY = 100;

    private final Path file;
    private final OptionTree<?> options;
    private final CollectedValues given;

    FileSource(Path file, OptionTree<?> options, CollectedValues given) {
        this.file = file;
        this.options = options;
        this.given = given;
    }

    void read() {
        new YamlFile(file, given).read().ifPresent(node -> section(node, ""));
    }

    private void section(YamlNode node, String prefix) {
        if (node instanceof YamlNode.Mapping mapping) {
            Map<String, Integer> lines = new HashMap<>();
            for (YamlNode.Entry entry : mapping.entries()) {
                String path = prefix + entry.key();
                Integer first = lines.putIfAbsent(path, entry.line());
                if (first == null) {
                    entry(entry, path);
                } else {
                    mistake(entry.line(), MessageText.clipped(path) + ": set twice; the first is on line " + first);
                }
            }
        } else if (!isEmpty(node)) {
            String where = prefix.isEmpty() ? "" : prefix.substring(0, prefix.length() - 1) + ": ";
            mistake(node.line(), where + "got " + node.hidden() + ", expected options, each as 'name: value'");
        }
    }

    /** A section whose options are all commented out counts as absent. */
    private static boolean isEmpty(YamlNode node) {
        return node instanceof YamlNode.Scalar scalar && scalar.type() == YamlNode.Scalar.Type.NOTHING;
    }

    private void entry(YamlNode.Entry entry, String path) {
        ConfigOption setting = options.settings().get(path);
        // A key with a dot is not a path, although it may look like a known one.
        if (entry.key().contains(".") && setting != null) {
            int dot = path.lastIndexOf('.');
            mistake(
                    entry.line(),
                    path + ": expected '" + path.substring(dot + 1) + "' in the section '" + path.substring(0, dot)
                            + "'");
        } else if (setting != null) {
            YamlNode value = entry.value();
            given.take(setting, new Origin.Line(file, entry.line()), () -> setting.read(value));
        } else if (options.isSection(path)) {
            section(entry.value(), path + ".");
        } else {
            // The value is not shown: it may be a secret whose name is misspelled.
            mistake(
                    entry.line(),
                    MessageText.clipped(path) + ": unknown option"
                            + RenamedOptions.of(path)
                                    .map(present -> "; renamed to '" + present + "'")
                                    .orElseGet(() -> suggestion(entry.key(), path)));
        }
    }

    private String suggestion(String key, String path) {
        // A key that exists in another section: suggest that section.
        Optional<String> elsewhere = options.settings().keySet().stream()
                .filter(known -> known.endsWith("." + key))
                .findFirst();
        return elsewhere
                .or(() -> path.length() > MAX_KEY ? Optional.empty() : ClosestMatch.to(path, options.paths()))
                .map(near -> "; did you mean '" + near + "'?")
                .orElse("; './tidings config reference' lists all");
    }

    private void mistake(int line, String what) {
        given.addError(new Origin.Line(file, line), what);
    }
}
