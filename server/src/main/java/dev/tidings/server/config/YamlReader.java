package dev.tidings.server.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.tidings.server.config.YamlNode.Scalar.Type;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Parses a safe subset of YAML into {@link YamlNode}s: one document of sections, lists and scalars, each with its line. Reports aliases,
 * anchors, tags, deep nesting and further documents as errors.
 */
final class YamlReader {

    /** Far deeper than any section. Bounds the recursion. */
    static final int MAX_DEPTH = 16;

    private final BiConsumer<Integer, String> mistakes;

    /** @param mistakes receives the line and the error */
    YamlReader(BiConsumer<Integer, String> mistakes) {
        this.mistakes = mistakes;
    }

    /** The document; empty if the text has none. */
    Optional<YamlNode> read(String text) throws IOException {
        YamlRestrictions.reject(text, mistakes);
        try (YAMLParser parser = new YAMLFactory().createParser(text)) {
            if (parser.nextToken() == null) {
                return Optional.empty();
            }
            YamlNode document = node(parser, 0);
            if (parser.nextToken() != null) {
                mistakes.accept(line(parser), "a second document, expected one");
            }
            return Optional.of(document);
        }
    }

    private YamlNode node(YAMLParser parser, int depth) throws IOException {
        int line = line(parser);
        JsonToken token = parser.currentToken();
        if (token.isStructStart() && depth == MAX_DEPTH) {
            mistakes.accept(line, "nested too deep, expected at most " + MAX_DEPTH + " levels");
            parser.skipChildren();
            return new YamlNode.Scalar(line, Type.NOTHING, "");
        }
        return switch (token) {
            case START_OBJECT -> mapping(parser, line, depth);
            case START_ARRAY -> sequence(parser, line, depth);
            case VALUE_NULL -> new YamlNode.Scalar(line, Type.NOTHING, "");
            case VALUE_TRUE, VALUE_FALSE -> new YamlNode.Scalar(line, Type.BOOLEAN, parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new YamlNode.Scalar(line, Type.NUMBER, parser.getText());
            default -> new YamlNode.Scalar(line, Type.TEXT, parser.getText());
        };
    }

    private YamlNode mapping(YAMLParser parser, int line, int depth) throws IOException {
        List<YamlNode.Entry> entries = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            int keyLine = line(parser);
            String key = parser.currentName();
            parser.nextToken();
            entries.add(new YamlNode.Entry(keyLine, key, node(parser, depth + 1)));
        }
        return new YamlNode.Mapping(line, entries);
    }

    private YamlNode sequence(YAMLParser parser, int line, int depth) throws IOException {
        List<YamlNode> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(node(parser, depth + 1));
        }
        return new YamlNode.Sequence(line, items);
    }

    private static int line(JsonParser parser) {
        return parser.currentTokenLocation().getLineNr();
    }
}
