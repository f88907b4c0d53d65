package dev.tidings.server.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Reads the configuration file as YAML, at most 256 KiB. If it can't be read or parsed, records the error in {@link CollectedValues} and
 * returns nothing.
 */
final class YamlFile {

    /** Many times the size of any real configuration; a larger file is the wrong file. */
    static final int MAX_BYTES = 256 << 10;

    private final Path file;
    private final CollectedValues given;

    YamlFile(Path file, CollectedValues given) {
        this.file = file;
        this.given = given;
    }

    /** Empty if the file is empty or can't be read; in that case the error has been recorded. */
    Optional<YamlNode> read() {
        String where = MessageText.plain(file.toString());
        try {
            return bytes().flatMap(this::parse);
        } catch (NoSuchFileException missing) {
            given.addError(where, "no such file");
        } catch (IOException failure) {
            String what =
                    Files.isDirectory(file) ? "is a folder" : MessageText.plain(String.valueOf(failure.getMessage()));
            given.addError(where, "can't be read: " + what);
        }
        return Optional.empty();
    }

    private Optional<byte[]> bytes() throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length <= MAX_BYTES) {
                return Optional.of(bytes);
            }
            given.addError(
                    MessageText.plain(file.toString()), "is too large, expected at most " + new ByteSize(MAX_BYTES));
            return Optional.empty();
        }
    }

    private Optional<YamlNode> parse(byte[] bytes) {
        YamlReader reader = new YamlReader((line, what) -> given.addError(new Origin.Line(file, line), what));
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return reader.read(text);
        } catch (CharacterCodingException notText) {
            given.addError(MessageText.plain(file.toString()), "is not text in UTF-8");
        } catch (JsonProcessingException unreadable) {
            syntax(unreadable);
        } catch (IOException impossible) {
            throw new IllegalStateException("reading from memory failed", impossible);
        }
        return Optional.empty();
    }

    /** Reports the position of a syntax error. The parser's own message would quote the text around it, and possibly a password. */
    private void syntax(JsonProcessingException unreadable) {
        if (unreadable.getCause() instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
            var mark = marked.getProblemMark();
            given.addError(new Origin.Line(file, mark.getLine() + 1), "not YAML, at column " + (mark.getColumn() + 1));
        } else if (unreadable.getLocation() != null) {
            given.addError(
                    new Origin.Line(file, Math.max(1, unreadable.getLocation().getLineNr())), "not YAML");
        } else {
            given.addError(MessageText.plain(file.toString()), "not YAML");
        }
    }
}
