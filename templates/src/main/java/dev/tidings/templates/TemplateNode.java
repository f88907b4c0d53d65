package dev.tidings.templates;

import java.util.List;

/** A node of a parsed template: literal text, a variable or a section. */
sealed interface TemplateNode {

    /** Literal text. */
    record Text(String text) implements TemplateNode {}

    /**
     * A variable.
     *
     * @param name its path in the data; empty for the value of the section itself
     * @param inString whether it stands between the quotes of a JSON string, where that matters
     * @param linkQuote the quote around the link in HTML that it stands in; 0 if it stands in none
     */
    record Variable(List<String> name, TextPosition place, boolean inString, char linkQuote) implements TemplateNode {
        Variable(List<String> name, TextPosition place, boolean inString) {
            this(name, place, inString, '\0');
        }

        Variable inLink(char quote) {
            return new Variable(name, place, inString, quote);
        }

        boolean isInLink() {
            return linkQuote != '\0';
        }
    }

    /**
     * A section, rendered for each element of a list, or once for another value.
     *
     * @param inverted whether it is rendered if there is no value instead
     */
    record Section(List<String> name, TextPosition place, boolean inverted, List<TemplateNode> children)
            implements TemplateNode {}

    /** The position of a tag, counted from 1. */
    record TextPosition(int line, int column) {
        @Override
        public String toString() {
            return "line " + line + ", column " + column;
        }
    }
}
