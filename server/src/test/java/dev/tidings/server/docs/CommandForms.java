package dev.tidings.server.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The forms of commands that documents may use: those that a test runs, and by name those that it only checks. */
final class CommandForms {
    private static final Pattern RUN = Pattern.compile(
            "(?s)api\\(\\) \\{ curl .*|([A-Z]+=\\$\\()?(api|curl) .*|([A-Z]+=\\$\\()?\\./tidings"
                    + " (--help|send|batch|cancel|reschedule|watch \\S+ --count \\d+|tenant|key|backup|config|schema|inbox|why|dry-run|users"
                    + "|preferences|types|templates|captured|dead-letters|providers|recurring|scheduled|audit|health|completion|tokens)\\b.*");
    private static final Pattern READ_ONLY = Pattern.compile("(?s)(api|curl) (?!.* (-X|-d|--data-binary) ).*");
    private static final Pattern OPTION = Pattern.compile("\"(--?[a-z-]+)\"");

    private final Path root;

    /** The commands that can't run in a test: what each begins with, and how it is checked instead. */
    private final Map<String, Consumer<String>> notRun = Map.of(
            "git clone ", this::requireFirstClone,
            "./mvnw ", this::requireCommandOfContinuousIntegration,
            "./tidings up",
                    command -> requireOptions(
                            command, 2, List.of("server/**/UpCommand.java", "server/**/ConfigFile*.java")),
            "./tidings restore ",
                    command -> requireOptions(
                            command, 2, List.of("server/**/RestoreCommand.java", "server/**/ConfigFile*.java")),
            "./tidings dist", command -> require(command.equals("./tidings dist"), command),
            "./tidings bench ", command -> requireRun(command, "Bench"),
            "./tidings torture ", command -> requireRun(command, "Torture"));

    CommandForms(Path root) {
        this.root = root;
    }

    /** Whether to run a command. If not, it is checked here; an unknown form fails. */
    boolean isRun(String command) {
        if (RUN.matcher(command).matches()) {
            return true;
        }
        notRun.entrySet().stream()
                .filter(form -> command.startsWith(form.getKey()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("unknown form of command: " + command))
                .getValue()
                .accept(command);
        return false;
    }

    /** Whether a command can be run again without an effect, until its answer is there. */
    static boolean isReadOnly(String command) {
        return READ_ONLY.matcher(command).matches();
    }

    private void requireFirstClone(String command) {
        require(command.equals("git clone <this repository> tidings && cd tidings"), command);
    }

    private void requireCommandOfContinuousIntegration(String command) {
        require(read(root.resolve(".ci/run")).lines().anyMatch(command::equals), command);
        require(Files.isExecutable(root.resolve("mvnw")), command);
    }

    /** @param suffix of the classes that are such runs, and of the group's own class */
    private void requireRun(String command, String suffix) {
        String name = command.split(" ")[2];
        String group = "{bench,torture}/src/main/java/**/" + suffix + "Command.java";
        Pattern declared = Pattern.compile("@Command\\(\\s*name = \"" + Pattern.quote(name) + "\"");
        List<Path> classes = files("{bench,torture}/src/main/java/**/*" + suffix + ".java").stream()
                .filter(file -> declared.matcher(read(file)).find())
                .toList();
        require(classes.size() == 1, command);
        requireOptions(command, 3, List.of(group, "**/" + classes.get(0).getFileName()));
    }

    private void requireOptions(String command, int from, List<String> sources) {
        Set<String> known = new TreeSet<>();
        for (String glob : sources) {
            for (Path file : files(glob)) {
                Matcher option = OPTION.matcher(read(file));
                while (option.find()) {
                    known.add(option.group(1));
                }
            }
        }
        String[] words = command.split(" ");
        for (int i = from; i < words.length; i++) {
            require(!words[i].startsWith("-") || known.contains(words[i]), command + ": " + words[i]);
        }
    }

    private List<Path> files(String glob) {
        var matcher = root.getFileSystem().getPathMatcher("glob:" + root + "/" + glob);
        try (Stream<Path> all = Stream.of("server", "bench", "torture")
                .map(root::resolve)
                .filter(Files::exists)
                .flatMap(CommandForms::walk)) {
            return all.filter(matcher::matches)
                    .filter(file -> !file.toString().contains("/target/"))
                    .toList();
        }
    }

    private static Stream<Path> walk(Path folder) {
        try {
            return Files.walk(folder.resolve("src/main"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void require(boolean known, String command) {
        if (!known) {
            throw new AssertionError("unknown command or option: " + command);
        }
    }
}
