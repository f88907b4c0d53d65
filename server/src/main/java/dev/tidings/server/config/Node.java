package dev.tidings.server.config;

import java.util.List;
import java.util.stream.Collectors;

/** A node of a YAML file, with the line it begins on. */
sealed interface Node {

    int line();

    /** Its form in messages. */
    String shown();

    /** Its form in messages that must not reveal the value. */
    String hidden();

    /** A single value. */
    record Scalar(int line, Type type, String text) implements Node {

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
                case TEXT -> Shown.quoted(text);
                case NUMBER, BOOLEAN -> Shown.clipped(text);
                case NOTHING -> hidden();
            };
        }

        @Override
        public String hidden() {
            return type.name;
        }
    }

    /** A list. */
    record Sequence(int line, List<Node> items) implements Node {
        @Override
        public String shown() {
            return items.stream().map(Node::shown).limit(10).collect(Collectors.joining(", ", "[", "]"));
        }

        @Override
        public String hidden() {
            return "a list";
        }
    }

    /** A section. */
    record Mapping(int line, List<Entry> entries) implements Node {
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
    record Entry(int line, String key, Node value) {}
}
