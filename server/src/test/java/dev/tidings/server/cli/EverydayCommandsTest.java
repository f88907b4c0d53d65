package dev.tidings.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.server.Tidings;
import dev.tidings.server.config.Config;
import dev.tidings.testkit.Await;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests of the commands for everyday work against a real server: tables for people, JSON for scripts. */
class EverydayCommandsTest {
    @TempDir
    private static Path folder;

    private static Tidings tidings;
    private static String key;

    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void start() throws Exception {
        Map<String, String> environment = Map.of(
                "TIDINGS_DATA_FOLDER",
                folder.resolve("data").toString(),
                "TIDINGS_BACKUP_FOLDER",
                folder.resolve("backups").toString(),
                "TIDINGS_HTTP_PORT",
                "0",
                "TIDINGS_STORAGE_BLOCK_CACHE",
                "8MiB");
        tidings = Tidings.start(Config.load(Optional.empty(), environment).config(), InstantSource.system());
        key = Files.readString(tidings.developmentKey()).trim();
    }

    @AfterAll
    static void stop() {
        tidings.close();
    }

    private int code;

    private String run(String... args) {
        StringWriter out = new StringWriter();
        List<String> all = new ArrayList<>(List.of(args));
        all.add("--url=" + tidings.url());
        if (!args[0].equals("health")) {
            all.add("--key=" + key);
        }
        code = CommandRunner.prepare(
                        new CommandLine(new Main())
                                .setOut(new PrintWriter(out, true))
                                .setErr(new PrintWriter(err, true)),
                        false)
                .execute(all.toArray(String[]::new));
        return out.toString();
    }

    private String ok(String... args) {
        String out = run(args);
        assertThat(code).as("%s: %s", List.of(args), err).isZero();
        return out;
    }

    private List<JsonNode> json(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.add("--json");
        return ok(all.toArray(String[]::new))
                .lines()
                .map(EverydayCommandsTest::tree)
                .toList();
    }

    private static JsonNode tree(String line) {
        try {
            return new ObjectMapper().readTree(line);
        } catch (Exception e) {
            throw new AssertionError("no JSON: " + line, e);
        }
    }

    /** Gives the command this standard input. */
    private String okWithInput(String input, String... args) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(UTF_8)));
        try {
            return ok(args);
        } finally {
            System.setIn(before);
        }
    }

    private static void drain() {
        assertThat(tidings.service().drain(Duration.ofSeconds(30))).isTrue();
    }

    @Test
    void inbox_isListedAndMarked() {
        String id = ok("send", "ann", "Hello world").trim();
        drain();
        List<String> table = ok("inbox", "ann").lines().toList();
        assertThat(table).hasSize(2);
        assertThat(table.get(0)).matches("ID +AT +READ +TYPE +TITLE");
        assertThat(table.get(1)).startsWith(id).contains("  no  ").endsWith("world");
        ok("inbox", "ann", "--read", id);
        assertThat(json("inbox", "ann").get(0).path("readAt").asText()).isNotEmpty();
        assertThat(ok("inbox", "ann", "--filter", "unread").lines()).hasSize(1);
        assertThat(json("inbox", "ann", "--read-all")).containsExactly(tree("{\"marked\":0}"));
        assertThat(run("inbox", "ann", "--read", id, "--archive", id)).isEmpty();
        assertThat(code).isEqualTo(2);
    }

    @Test
    void whyAndDryRun_explain() {
        ok("users", "put", "dan", "--email", "dan@example.com", "--locale", "de");
        String id = ok("send", "dan", "Hi", "--channel", "in_app,email,sms").trim();
        drain();
        assertThat(ok("why", id, "dan"))
                .contains("dan  in_app  sent", "dan  email  pending", "capture", "  now sent", "suppressed");
        assertThat(json("why", id, "dan").get(0).path("channels")).hasSize(3);
        assertThat(ok("dry-run", "dan,eve", "Hi", "--channel", "email"))
                .contains("dan  email  pending", "message subject: Hi", "eve  email  suppressed (no_address)");
        assertThat(json("captured", "list", "--user", "dan", "--channel", "email"))
                .hasSize(1);
        assertThat(ok("captured", "list")).contains("dan@example.com");
        ok("captured", "clear");
        assertThat(json("captured", "list")).isEmpty();
    }

    @Test
    void usersPreferencesAndDevices_areManaged() {
        ok("users", "put", "kim", "--email", "kim@example.com", "--time-zone", "Asia/Seoul");
        assertThat(ok("users", "get", "kim")).contains("email: kim@example.com", "timeZone: Asia/Seoul");
        assertThat(ok("users", "list", "--limit", "0")).contains("kim@example.com");
        okWithInput("{\"category\":\"news\"}", "types", "put", "headline");
        ok("preferences", "set", "kim", "sms", "on");
        ok("preferences", "set", "kim", "email", "off", "--category", "news");
        JsonNode preferences = json("preferences", "get", "kim").get(0);
        assertThat(preferences.at("/channels/sms").asBoolean()).isTrue();
        assertThat(preferences.at("/categories/news/email").asBoolean(true)).isFalse();
        ok("preferences", "set", "kim", "sms", "default");
        assertThat(json("preferences", "get", "kim").get(0).at("/channels/sms").isMissingNode())
                .isTrue();
        okWithInput("{\"kind\":\"fcm\",\"token\":\"abcdefghij\"}", "devices", "put", "kim", "phone");
        assertThat(ok("devices", "list", "kim")).contains("phone", "fcm", "yes");
        ok("devices", "delete", "kim", "phone");
        ok("users", "delete", "kim");
        assertThat(run("users", "get", "kim")).isEmpty();
        assertThat(code).isEqualTo(1);
    }

    @Test
    void erasedUser_isReported() {
        ok("users", "put", "max", "--email", "max@example.com");
        JsonNode started = json("users", "delete", "max", "--erase").get(0);
        assertThat(run("users", "get", "max")).isEmpty();
        Await.untilEqual(
                () -> json("users", "erasure", started.path("id").asText())
                        .get(0)
                        .path("state")
                        .asText(),
                "complete");
        assertThat(ok("users", "erasure", started.path("id").asText())).contains("state: complete", "removed:");
    }

    @Test
    void typesAndTemplates_areManagedAndReplaceTheTitle() {
        okWithInput("{\"category\":\"orders\"}", "types", "put", "shipped");
        assertThat(ok("types", "list")).contains("shipped", "orders");
        okWithInput(
                "{\"parts\":{\"title\":\"Order {{order}} has shipped\"},\"variables\":[\"order\"]}",
                "templates",
                "put",
                "shipped",
                "in_app",
                "und");
        assertThat(ok("templates", "list", "shipped")).contains("in_app", "active");
        assertThat(okWithInput("{\"data\":{\"order\":\"A-1\"}}", "templates", "preview", "shipped", "in_app", "und"))
                .contains("title: Order A-1 has shipped");
        ok("send", "lee", "--type", "shipped", "--data", "{\"order\":\"A-17\"}");
        drain();
        assertThat(ok("inbox", "lee")).contains("Order A-17 has shipped");
        assertThat(run("templates", "get", "shipped", "fax", "und")).isEmpty();
        assertThat(err.toString()).contains("fax");
        ok("templates", "delete", "shipped", "in_app", "und");
        ok("types", "delete", "shipped");
    }

    @Test
    void administration_isListed() {
        assertThat(ok("providers", "kinds")).contains("smtp", "host");
        okWithInput("{\"kind\":\"capture\",\"settings\":{}}", "providers", "put", "mine");
        assertThat(ok("providers", "list")).contains("mine", "capture");
        assertThat(ok("providers", "test", "mine", "ann@example.com", "--kind", "mailbox"))
                .contains("outcome: accepted");
        assertThat(run("providers", "test", "none", "ann@example.com")).isEmpty();
        assertThat(code).isEqualTo(1);
        ok("providers", "delete", "mine");
        String hook = json("webhooks", "add", "https://a.example/x", "--event", "delivery.failed")
                .get(0)
                .path("id")
                .asText();
        assertThat(ok("webhooks", "list")).contains(hook, "delivery.failed");
        ok("webhooks", "delete", hook);
        assertThat(ok("tokens", "mint", "ann").trim()).contains(".");
        assertThat(ok("tokens", "secrets")).contains("KID");
        assertThat(json("audit", "--limit", "3")).hasSize(3);
        assertThat(ok("audit", "--limit", "3").lines()).hasSize(4);
        assertThat(err.toString()).contains("There are more: --limit 0 prints all.");
        assertThat(ok("dead-letters", "list")).startsWith("ID");
    }

    @Test
    void schedules_areListed() {
        okWithInput(
                "{\"cron\":\"0 9 * * *\",\"zone\":\"UTC\",\"notification\":{\"to\":{\"user\":\"ann\"},\"title\":\"Hi\"}}",
                "recurring",
                "put",
                "daily");
        assertThat(ok("recurring", "list")).contains("daily", "0 9 * * *");
        assertThat(ok("recurring", "pause", "daily")).isEqualTo("paused\n");
        ok("recurring", "delete", "daily");
        String id = ok("send", "sam", "Later", "--in", "2h").split("\t")[0];
        assertThat(ok("scheduled", "sam")).contains(id).doesNotContain("TO");
        assertThat(ok("scheduled")).contains(id, "TO", "sam");
    }

    @Test
    void batch_sendsAFileAndReportsRefusedLines() throws Exception {
        Path file = folder.resolve("batch.ndjson");
        List<String> lines = new ArrayList<>(IntStream.range(0, 2_500)
                .mapToObj(i -> "{\"to\":{\"user\":\"b" + i + "\"},\"title\":\"Hi\"}")
                .toList());
        lines.set(7, "no JSON");
        lines.set(1_500, "{\"to\":{\"user\":\"x\"},\"title\":\"Hi\",\"colour\":\"red\"}");
        lines.add(100, "");
        Files.write(file, lines);

        assertThat(run("batch", file.toString(), "--idempotency-prefix=run1")).isEqualTo("accepted 2498, refused 2\n");
        assertThat(code).isEqualTo(1);
        assertThat(err.toString()).contains("line 8: expected a JSON object", "line 1502: ", "colour");
        List<JsonNode> results = run("batch", file.toString(), "--idempotency-prefix=run1", "--json")
                .lines()
                .map(EverydayCommandsTest::tree)
                .toList();
        assertThat(results)
                .filteredOn(result -> result.path("replayed").asBoolean())
                .hasSize(2_498);
        assertThat(run("batch", folder.resolve("missing").toString())).isEmpty();
        assertThat(code).isEqualTo(1);
    }

    @Test
    void table_letsNoContentControlTheTerminal() {
        StringWriter out = new StringWriter();
        new Table<String>()
                .column("A", text -> text)
                .column("B", text -> null)
                .column("C", text -> List.of(true, text))
                .print(List.of("x\u001b[31m\u202ey", "ü".repeat(100)), new PrintWriter(out, true));
        assertThat(out.toString().lines())
                .containsExactly(
                        "A" + " ".repeat(61) + "B  C",
                        "x [31m y" + " ".repeat(54) + "-  yes,x [31m y",
                        "ü".repeat(59) + "…  -  yes," + "ü".repeat(55) + "…");
    }

    @Test
    void progressBar_showsShareAndCount() {
        StringWriter out = new StringWriter();
        try (ProgressBar bar = new ProgressBar(new PrintWriter(out), 200, true)) {
            bar.show(100, 1_234);
        }
        assertThat(out.toString())
                .isEqualTo("\r[###############...............]  50 %  1,234 sent" + System.lineSeparator());
        StringWriter none = new StringWriter();
        try (ProgressBar bar = new ProgressBar(new PrintWriter(none), 200, false)) {
            bar.show(100, 1_234);
        }
        assertThat(none.toString()).isEmpty();
    }

    @Test
    void health_needsNoKey() {
        assertThat(ok("health")).contains("status: ready", "  log: ok", "degraded: none");
        assertThat(json("health").get(0).path("status").asText()).isEqualTo("ready");
        assertThat(ok("health", "--live")).isEqualTo("status: ok\n");
    }

    @Test
    void completion_knowsEveryCommand() {
        StringWriter out = new StringWriter();
        CommandLine main = CommandRunner.prepare(new CommandLine(new Main()).setOut(new PrintWriter(out)), false);
        assertThat(main.execute("completion")).isZero();
        assertThat(out.toString()).contains("complete -F", "dead-letters", "--idempotency-prefix");
        main.getSubcommands().values().stream()
                .filter(command -> !command.getCommandSpec().usageMessage().hidden())
                .forEach(command -> assertThat(out.toString()).contains(command.getCommandName()));
        assertThat(out.toString()).doesNotContain("warm-up");
    }

    @Test
    void invalidFile_isAUsageError() throws Exception {
        Path file = Files.writeString(folder.resolve("bad.json"), "[1]");
        run("types", "put", "x", "--file", file.toString());
        assertThat(code).isEqualTo(2);
        assertThat(err.toString()).contains("--file", "expected a JSON object");
    }
}
