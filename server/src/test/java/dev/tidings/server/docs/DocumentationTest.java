package dev.tidings.server.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of README and guides against a real server, and compares their answers with those in the documents. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the documents have commands for bash")
class DocumentationTest {
    private static final Path ROOT = root();
    private static final CommandForms FORMS = new CommandForms(ROOT);

    /** How long a read-only command is repeated until it shows what an earlier command has sent. */
    private static final Duration ROUTED = Duration.ofSeconds(20);

    @TempDir
    private static Path folder;

    private static final List<DocumentShell> SHELLS = new ArrayList<>();
    private static DocumentedServer server;

    @BeforeAll
    static void start() throws IOException {
        server = new DocumentedServer(folder);
    }

    @AfterAll
    static void stop() {
        SHELLS.forEach(DocumentShell::close);
        server.close();
    }

    @TestFactory
    Stream<DynamicContainer> documents_showWhatHappens() throws Exception {
        List<DynamicContainer> containers = new ArrayList<>();
        for (Path document : documents()) {
            String name = ROOT.relativize(document).toString();
            DocumentShell shell = shell(name.replaceAll("\\W+", "-"));
            containers.add(DynamicContainer.dynamicContainer(
                    name,
                    DocumentExample.parse(name, Files.readString(document)).stream()
                            .map(example ->
                                    DynamicTest.dynamicTest(example.where(), () -> check(shell, example, ROUTED)))));
        }
        assertThat(containers).hasSizeGreaterThan(5);
        return containers.stream();
    }

    @Test
    void wrongAnswer_fails() throws Exception {
        DocumentShell shell = shell("wrong-answer");
        String health = "```sh\ncurl localhost:8080/health\n```\n\n```json\n{\"status\": \"%s\"}\n```\n";
        check(shell, only(health.formatted("ok")), Duration.ZERO);
        assertThatThrownBy(() -> check(shell, only(health.formatted("unwell")), Duration.ZERO))
                .hasMessageContaining("/status: expected \"unwell\", got \"ok\"");
    }

    @Test
    void refusedRequest_failsUnlessItIsShown() throws Exception {
        DocumentShell shell = shell("refused");
        String refused = "```sh\ncurl localhost:8080/v1/users/alice/inbox\n```\n";
        assertThatThrownBy(() -> check(shell, only(refused), Duration.ZERO)).hasMessageContaining("401");
        check(shell, only(refused + "```text\n…\"status\":401…\n```\n"), Duration.ZERO);
    }

    @Test
    void failedCommand_fails() throws Exception {
        DocumentShell shell = shell("failed");
        assertThatThrownBy(() -> check(shell, only("```sh\ncurl -f localhost:8080/nowhere\n```\n"), Duration.ZERO))
                .hasMessageContaining("exit code 22");
    }

    @Test
    void unknownForm_fails() {
        for (String command : List.of(
                "rm -rf data",
                "wget localhost:8080/health",
                "./tidings dance",
                "./tidings watch alice",
                "./tidings up --loudly",
                "./tidings bench dance",
                "./tidings bench live --loudly",
                "./tidings torture kit",
                "./mvnw install",
                "git clone https://example.com/tidings.git")) {
            assertThatThrownBy(() -> FORMS.isRun(command)).as(command).isInstanceOf(AssertionError.class);
        }
        assertThat(FORMS.isRun("./tidings bench kit --engine rocksdb --quick")).isFalse();
        assertThat(FORMS.isRun("./tidings up --config tidings.yml")).isFalse();
        assertThat(FORMS.isRun("./tidings send alice Hello")).isTrue();
    }

    @Test
    void blockThatIsNotChecked_fails() {
        for (String block :
                List.of("```json\n{}\n```\n", "```\ncurl\n```\n", "```bash\ncurl\n```\n", "    ./tidings up\n")) {
            assertThatThrownBy(() -> DocumentExample.parse("x.md", block))
                    .as(block)
                    .isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void answer_isComparedInFull() {
        ShownAnswer answer = new ShownAnswer("json", "{\"id\": \"…\", \"url\": \"http://…/u\", \"list\": [1, \"…\"]}");
        assertThat(answer.difference("{\"url\":\"http://x/u\",\"id\":7,\"list\":[1,null]}"))
                .isEmpty();
        assertThat(answer.difference("{\"url\":\"http://x/v\",\"id\":7,\"list\":[1,2]}"))
                .isPresent();
        assertThat(answer.difference("{\"url\":\"http://x/u\",\"id\":7,\"list\":[1,2,3]}"))
                .isPresent();
        assertThat(answer.difference("{\"url\":\"http://x/u\",\"id\":7,\"list\":[1,2],\"more\":0}"))
                .isPresent();
        assertThat(answer.difference("no JSON")).isPresent();
        ShownAnswer lines = new ShownAnswer("ndjson", "{\"a\": 1}\n{\"b\": 2}\n");
        assertThat(lines.difference("{\"a\":1}\n\n{\"b\":2}\n")).isEmpty();
        assertThat(lines.difference("{\"a\":1}\n")).isPresent();
        ShownAnswer text = new ShownAnswer("text", "first\n…\nlast\n");
        assertThat(text.difference("first\nsecond\nthird\nlast")).isEmpty();
        assertThat(text.difference("first\nsecond\nthird")).isPresent();
    }

    @Test
    void commands_endAtLinesThatAreNotQuoted() {
        assertThat(DocumentExample.commands("a 'b\nc' \\\n  d\n\ne \"f\ng\"\n"))
                .containsExactly("a 'b\nc' \\\n  d", "e \"f\ng\"");
    }

    private static void check(DocumentShell shell, DocumentExample example, Duration wait) throws Exception {
        StringBuilder earlier = new StringBuilder();
        String last = "";
        String lastOutput = "";
        for (String command : example.commands()) {
            if (FORMS.isRun(command)) {
                earlier.append(lastOutput);
                last = command;
                lastOutput = run(shell, example, command);
            }
        }
        if (example.answer().isEmpty()) {
            return;
        }
        ShownAnswer answer = example.answer().get();
        long end = System.nanoTime() + wait.toNanos();
        Optional<String> difference = answer.difference(earlier + lastOutput);
        while (difference.isPresent() && CommandForms.isReadOnly(last) && System.nanoTime() < end) {
            Thread.sleep(100);
            lastOutput = run(shell, example, last);
            difference = answer.difference(earlier + lastOutput);
        }
        if (difference.isPresent()) {
            throw new AssertionError("%s: %s%nThe document shows:%n%s%nbut the answer is:%n%s"
                    .formatted(example.where(), difference.get(), answer.text(), earlier + lastOutput));
        }
    }

    private static String run(DocumentShell shell, DocumentExample example, String command) throws Exception {
        DocumentShell.Result result = shell.run(command);
        if (result.exitCode() != 0) {
            throw new AssertionError("%s: exit code %d of %s%n%s%s"
                    .formatted(example.where(), result.exitCode(), command, result.out(), result.err()));
        }
        for (int status : result.statuses()) {
            boolean shown = example.answer().isPresent()
                    && example.answer().get().text().matches("(?s).*\"status\": ?" + status + "\\b.*");
            if (status >= 400 && !shown) {
                throw new AssertionError("%s: status %d, which the document does not show, of %s%n%s"
                        .formatted(example.where(), status, command, result.out()));
            }
        }
        return result.out();
    }

    private static DocumentExample only(String markdown) {
        return DocumentExample.parse("x.md", markdown).get(0);
    }

    private static DocumentShell shell(String name) throws Exception {
        DocumentShell shell = new DocumentShell(
                Files.createDirectories(folder.resolve(name)),
                server.address(),
                server.newTenantKey(name),
                DocumentedServer.launcher());
        SHELLS.add(shell);
        return shell;
    }

    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (Stream<Path> guides = Files.list(ROOT.resolve("docs"))) {
            guides.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
        }
        return documents;
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("mvnw"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
