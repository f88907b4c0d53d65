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
 * Finds aliases, anchors and tags. No option needs them; aliases make small files huge, and a password that begins
 * with one of their marks and lacks its quotes would be taken for one. Jackson hides some of them: it passes the name
 * of an alias as if it were the value, and says nothing of an anchor on a scalar. So the events beneath it are asked.
 */
final class YamlTricks {

    private YamlTricks() {}

    /** @param mistakes is told the line and what is wrong with it, but not the name, which may be that password */
    static void refuse(String text, BiConsumer<Integer, String> mistakes) {
        try {
            int depth = 0;
            for (Event event : new Yaml(new LoaderOptions()).parse(new StringReader(text))) {
                depth += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
                if (depth > YamlReader.DEEPEST + 1) {
                    return; // it will be refused for that, and the parser gets slower with every level
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
            // Whoever reads the content comes to the same place, and tells it.
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
