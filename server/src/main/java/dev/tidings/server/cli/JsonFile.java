package dev.tidings.server.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option {@code --file}: the JSON of a request, from a file or from standard input. */
final class JsonFile {
    private static final String STANDARD_INPUT = "-";

    @Option(
            names = "--file",
            paramLabel = "FILE",
            defaultValue = STANDARD_INPUT,
            description = "The fields as JSON, as the API reference describes them. Default: standard input.")
    private String file;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    JsonNode read() throws IOException {
        byte[] bytes = file.equals(STANDARD_INPUT) ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file));
        try {
            JsonNode tree = RequestFields.JSON.readTree(bytes);
            if (tree.isObject()) {
                return tree;
            }
        } catch (JsonProcessingException e) {
            throw mistake(e.getOriginalMessage());
        }
        throw mistake("no object");
    }

    private ParameterException mistake(String what) {
        String name = file.equals(STANDARD_INPUT) ? "standard input" : file;
        return new ParameterException(spec.commandLine(), "--file: " + name + ": expected a JSON object: " + what);
    }
}
