package dev.tidings.server.template;

import java.util.List;

/** A piece of a template. */
sealed interface Node {

    record Text(String text) implements Node {}

    /**
     * A value.
     *
     * @param name its way through the data; empty for the value of the section itself
     * @param inString whether it stands between the quotes of a JSON string, where that matters
     */
    record Variable(List<String> name, Place place, boolean inString) implements Node {}

    /**
     * Something that is said for each value of a list, or if there is a value.
     *
     * @param inverted said if there is none instead
     */
    record Section(List<String> name, Place place, boolean inverted, List<Node> inside) implements Node {}

    /** Where a tag begins, counted from 1. */
    record Place(int line, int column) {
        @Override
        public String toString() {
            return "line " + line + ", column " + column;
        }
    }
}
