package dev.tidings.server.config;

import java.util.List;
import java.util.stream.Collectors;

/** A node of a YAML file, with the line it begins on. */
sealed interface YamlNode {

    int line();

    /** Its form in messages. */
    String shown();

    /** Its form in messages that must not reveal the value. */
    String hidden();

    /** A single value. */
    record Scalar(int line, Type type, String text) implements YamlNode {

        /** The types of YAML scalars, by their names in messages. */
        enum Type {
            TEXT("a text"),
            NUMBER("a number"),
            BOOLEAN("true or false"),
            NOTHING("nothing");

            private final String name;

            Type(String name) {
                this.name = name;
            }
        }

        @Override
        public String shown() {
            return switch (type) {
                case TEXT -> MessageText.quoted(text);
                case NUMBER, BOOLEAN -> MessageText.clipped(text);
                case NOTHING -> hidden();
            };
        }

        @Override
        public String hidden() {
            return type.name;
        }
    }

    /** A list. */
    record Sequence(int line, List<YamlNode> items) implements YamlNode {
        @Override
        public String shown() {
            return items.stream().map(YamlNode::shown).limit(10).collect(Collectors.joining(", ", "[", "]"));
        }

        @Override
        public String hidden() {
            return "a list";
        }
    }

    /** A section. */
    record Mapping(int line, List<Entry> entries) implements YamlNode {
        @Override
        public String shown() {
            return hidden();
        }

        @Override
        public String hidden() {
            return "a section";
        }
    }

    /** One key of a section, with its value. */
    record Entry(int line, String key, YamlNode value) {}
}
