package dev.tidings.server.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A fenced {@code sh} block of a document, split into commands, with the answer shown after it.
 *
 * @param where the document and the line of the fence
 */
record DocumentExample(String where, List<String> commands, Optional<ShownAnswer> answer) {
    private static final String FENCE = "```";
    private static final Set<String> ANSWERS = Set.of("json", "ndjson", "text");
    private static final Set<String> NOT_RUN = Set.of("yaml", "xml", "java", "js", "nginx", "text");

    /** A fenced block. */
    private record Fence(int line, String kind, String text) {}

    /** Reads all examples of a document, and fails on a block that would not be checked. */
    static List<DocumentExample> parse(String document, String markdown) {
        List<Fence> fences = fences(document, markdown.lines().toList());
        List<DocumentExample> examples = new ArrayList<>();
        for (int i = 0; i < fences.size(); i++) {
            Fence fence = fences.get(i);
            String where = document + ":" + fence.line();
            if (fence.kind().equals("sh")) {
                Optional<ShownAnswer> answer = Optional.empty();
                if (i + 1 < fences.size() && ANSWERS.contains(fences.get(i + 1).kind())) {
                    i++;
                    answer = Optional.of(
                            new ShownAnswer(fences.get(i).kind(), fences.get(i).text()));
                }
                examples.add(new DocumentExample(where, commands(fence.text()), answer));
            } else if (!NOT_RUN.contains(fence.kind())) {
                throw new AssertionError(where + ": got a block '" + fence.kind()
                        + "', expected sh, or json, ndjson or text right after sh, or one of " + NOT_RUN);
            }
        }
        return examples;
    }

    private static List<Fence> fences(String document, List<String> lines) {
        List<Fence> fences = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith(FENCE)) {
                int start = i;
                StringBuilder text = new StringBuilder();
                while (!lines.get(++i).equals(FENCE)) {
                    text.append(lines.get(i)).append('\n');
                }
                fences.add(new Fence(start + 1, line.substring(FENCE.length()).trim(), text.toString()));
            } else if (line.matches("( {4,}|\\t)(\\$ )?(\\./|curl |api ).*")) {
                throw new AssertionError(document + ":" + (i + 1) + ": expected commands in a block fenced as sh");
            }
        }
        return fences;
    }

    /** Splits at line ends that are neither quoted nor escaped. */
    static List<String> commands(String script) {
        List<String> commands = new ArrayList<>();
        StringBuilder command = new StringBuilder();
        char quote = 0;
        for (int i = 0; i < script.length(); i++) {
            char c = script.charAt(i);
            if (c == '\\' && quote != '\'' && i + 1 < script.length()) {
                command.append(c).append(script.charAt(++i));
            } else if (c == '\n' && quote == 0) {
                add(commands, command);
            } else {
                if (quote == 0 && (c == '\'' || c == '"')) {
                    quote = c;
                } else if (c == quote) {
                    quote = 0;
                }
                command.append(c);
            }
        }
        add(commands, command);
        return commands;
    }

    private static void add(List<String> commands, StringBuilder command) {
        if (!command.toString().isBlank()) {
            commands.add(command.toString().strip());
        }
        command.setLength(0);
    }
}
