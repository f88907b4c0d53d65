package dev.tidings.server.config;

import java.io.StringReader;
import java.util.function.BiConsumer;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;

/**
 * Reports YAML aliases, anchors and tags as errors before the file is parsed. No option needs them, and an unquoted password that begins
 * with one of their characters would be misread. Works on the parser's events, since Jackson hides some of them.
 */
final class YamlRestrictions {

    private YamlRestrictions() {}

    /** @param mistakes receives the line and the error, but not the name, which may be a password */
    static void reject(String text, BiConsumer<Integer, String> mistakes) {
        try {
            int depth = 0;
            for (Event event : new Yaml(new LoaderOptions()).parse(new StringReader(text))) {
                depth += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
                if (depth > YamlReader.MAX_DEPTH + 1) {
                    return; // rejected for its depth elsewhere, and the parser gets slower with every level
                }
                String trick = trick(event);
                if (!trick.isEmpty()) {
                    mistakes.accept(
                            event.getStartMark().getLine() + 1,
                            "got %s, expected the value itself; a text that begins with %s needs quotes"
                                    .formatted(trick, trick.charAt(trick.indexOf('(') + 1)));
                }
            }
        } catch (YAMLException notYaml) {
            // Reading the content fails at the same position and reports it.
        }
    }

    private static String trick(Event event) {
        if (event instanceof AliasEvent) {
            return "an alias (*…)";
        }
        if (event instanceof NodeEvent node && node.getAnchor() != null) {
            return "an anchor (&…)";
        }
        String tag = event instanceof ScalarEvent scalar
                ? scalar.getTag()
                : event instanceof CollectionStartEvent collection ? collection.getTag() : null;
        return tag == null ? "" : "a tag (!…)";
    }
}
