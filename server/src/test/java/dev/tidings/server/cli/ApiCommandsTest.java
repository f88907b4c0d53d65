package dev.tidings.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tidings.client.TidingsClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Tests of the commands that call a running server: the requests they send, and how they print the responses. */
class ApiCommandsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private int status = 200;
    private String answer = "{}";

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        keys.add(exchange.getRequestHeaders().getFirst("Authorization"));
        requests.add(exchange.getRequestURI() + " "
                + new String(exchange.getRequestBody().readAllBytes(), UTF_8));
        boolean second = exchange.getRequestURI().toString().contains("cursor=");
        byte[] bytes = (second ? "{\"items\":[{\"id\":\"last\"}],\"next\":null}" : answer).getBytes(UTF_8);
        exchange.getResponseHeaders().add("Location", "https://elsewhere.example/");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private int run(String... args) {
        return CommandRunner.prepare(
                        new CommandLine(new Main())
                                .setOut(new PrintWriter(out, true))
                                .setErr(new PrintWriter(err, true)),
                        false)
                .execute(args);
    }

    private String url() {
        return "--url=http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Test
    void key_isReadFromAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("key"), "tk_a_b_c\n# more\n");
        assertThat(run("cancel", "id", url(), "--key-file=" + file))
                .as("%s", err)
                .isZero();
        assertThat(keys).containsExactly("Bearer tk_a_b_c");
    }

    @Test
    void key_isReadFromStandardInput() {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream("tk_d_e_f\n".getBytes(UTF_8)));
            assertThat(run("cancel", "id", url(), "--key-file", "-"))
                    .as("%s", err)
                    .isZero();
        } finally {
            System.setIn(before);
        }
        assertThat(keys).containsExactly("Bearer tk_d_e_f");
    }

    @Test
    void unusableKeyFile_isNamed() throws IOException {
        assertThat(run("cancel", "id", url(), "--key-file=" + folder.resolve("none")))
                .isEqualTo(1);
        assertThat(err.toString()).contains("--key-file", "none");
        Path empty = Files.createFile(folder.resolve("empty"));
        assertThat(run("cancel", "id", url(), "--key-file=" + empty)).isEqualTo(1);
        assertThat(err.toString()).contains("expected an API key");
        assertThat(run("cancel", "id", url(), "--key=k", "--key-file=" + empty)).isEqualTo(1);
        assertThat(err.toString()).contains("expected one of them");
        assertThat(requests).isEmpty();
    }

    @Test
    void deletionOfATenant_hasToBeConfirmed() {
        answer = "{\"tenant\":\"shop\",\"id\":\"d\",\"state\":\"running\",\"removed\":{}}";
        assertThat(run("tenant", "delete", "shop", url(), "--key=k")).isEqualTo(2);
        assertThat(err.toString()).contains("nothing was deleted", "--yes");
        assertThat(requests).isEmpty();
        assertThat(run("tenant", "delete", "shop", "--yes", url(), "--key=k"))
                .as("%s", err)
                .isZero();
        assertThat(run("tenant", "deletion", "shop", url(), "--key=k")).isZero();
        assertThat(out.toString()).contains("running");
        assertThat(requests).containsExactly("/v1/tenants/shop ", "/v1/tenants/shop/deletion ");
    }

    @Test
    void lists_readAllPages() {
        answer = "{\"items\":[{\"id\":\"first\"}],\"next\":\"a b\"}";
        for (String what : List.of("key", "tenant")) {
            assertThat(run(what, "list", url(), "--key=k")).as("%s", err).isZero();
        }
        assertThat(out.toString().lines().map(line -> line.split(" ")[0]))
                .containsExactly("ID", "first", "last", "ID", "first", "last");
        assertThat(requests).filteredOn(path -> path.contains("cursor=a%20b")).hasSize(2);
    }

    @Test
    void redirect_isAFailure() {
        status = 302;
        answer = "<html>";
        assertThat(run("send", "alice", "Hi", url(), "--key=k")).isEqualTo(1);
        assertThat(err.toString()).contains("https://elsewhere.example/", "302");
        assertThat(requests).hasSize(1);
    }

    @Test
    void trailingComma_isIgnored() {
        assertThat(run("send", "alice,", "Hi", url(), "--key=k")).as("%s", err).isZero();
        assertThat(requests).singleElement().asString().contains("{\"user\":\"alice\"}");
    }

    @Test
    void data_isSentVerbatim() {
        String data = "{\"amount\":1.10,\"digits\":12345678901234567.89,\"big\":1E+400}";
        assertThat(run("send", "alice", "Hi", "--data=" + data, url(), "--key=k"))
                .as("%s", err)
                .isZero();
        assertThat(requests).singleElement().asString().contains("\"data\":" + data);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{bad", "{\"a\":1} x", "{\"a\":1,\"a\":2}", "no", "[1]", ""})
    void invalidData_isAUsageError(String data) {
        assertThat(run("send", "alice", "Hi", "--data=" + data, url(), "--key=k"))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("--data: got '" + data + "', expected a JSON object", "{\"order\": \"A-17\"}")
                .doesNotContain("com.fasterxml", "Unexpected", "Unrecognized");
        assertThat(requests).isEmpty();
    }

    @Test
    void sendTimeOptions_becomeRequestFields() {
        answer = "{\"id\":\"some-id\",\"sendAt\":\"2030-12-24T17:00:00Z\"}";
        List<List<String>> options = List.of(
                List.of("--at=2030-12-24T18:00:00Z"),
                List.of("--at=2030-12-24T18:00:00+01:00"),
                List.of("--at=2030-12-24T18:00:00"),
                List.of("--at=2030-12-24T18:00:00", "--zone=Europe/Berlin"),
                List.of("--in=30s"),
                List.of("--in=10m"),
                List.of("--in=2h"),
                List.of("--in=3d"),
                List.of("--in=P1DT2H"));
        for (List<String> when : options) {
            List<String> args = new ArrayList<>(List.of("send", "alice", "Hi", url(), "--key=k"));
            args.addAll(when);
            assertThat(run(args.toArray(String[]::new))).as("%s", err).isZero();
        }
        assertThat(requests.stream().map(body -> body.substring(body.indexOf("\"Hi\"") + 4)))
                .containsExactly(
                        ",\"sendAt\":\"2030-12-24T18:00:00Z\"}",
                        ",\"sendAt\":\"2030-12-24T18:00:00+01:00\"}",
                        ",\"sendAtLocal\":\"2030-12-24T18:00:00\"}",
                        ",\"sendAtLocal\":\"2030-12-24T18:00:00\",\"zone\":\"Europe/Berlin\"}",
                        ",\"delay\":\"PT30S\"}",
                        ",\"delay\":\"PT10M\"}",
                        ",\"delay\":\"PT2H\"}",
                        ",\"delay\":\"P3D\"}",
                        ",\"delay\":\"P1DT2H\"}");
        assertThat(out.toString().lines()).hasSize(9).containsOnly("some-id\t2030-12-24T17:00:00Z");
    }

    @Test
    void scheduledNotification_canBeMovedAndCancelled() {
        answer = "{\"status\":\"moved\",\"sendAt\":\"2030-12-24T17:00:00Z\"}";
        assertThat(run("reschedule", "a/b", "--in=2h", url(), "--key=k"))
                .as("%s", err)
                .isZero();
        answer = "{\"status\":\"cancelled\"}";
        assertThat(run("cancel", "a/b", url(), "--key=k")).as("%s", err).isZero();
        assertThat(requests)
                .containsExactly(
                        "/v1/notifications/a%2Fb/reschedule {\"delay\":\"PT2H\"}", "/v1/notifications/a%2Fb/cancel ");
        assertThat(out.toString().lines()).containsExactly("2030-12-24T17:00:00Z", "cancelled");
    }

    @Test
    void contradictorySendTimes_areAUsageError() {
        String at = "--at=2030-12-24T18:00:00Z";
        assertThat(run("send", "alice", "Hi", at, "--in=2h", url(), "--key=k")).isEqualTo(2);
        assertThat(run("send", "alice", "Hi", at, "--zone=Europe/Berlin", url(), "--key=k"))
                .isEqualTo(2);
        assertThat(run("send", "alice", "Hi", "--in=2h", "--zone=Europe/Berlin", url(), "--key=k"))
                .isEqualTo(2);
        assertThat(run("reschedule", "id", url(), "--key=k")).isEqualTo(2);
        assertThat(err.toString()).contains("--at and --in", "--zone is for", "expected one of --at and --in");
        assertThat(requests).isEmpty();
    }

    @Command
    private static final class WithApi {
        @Mixin
        private ApiOptions api;
    }

    private TidingsClient client(String url) {
        WithApi command = new WithApi();
        new CommandLine(command).parseArgs();
        return command.api.client(Map.of("TIDINGS_URL", url, "TIDINGS_DATA_FOLDER", folder.toString()));
    }

    @Test
    void developmentKey_isOnlySentToThisMachine() throws IOException {
        Files.writeString(folder.resolve("development-key"), "tdk_secret\n");
        for (String here : List.of("http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1")) {
            assertThat(client(here)).isNotNull();
        }
        for (String elsewhere : List.of(
                "http://tidings.example:1", "http://127.0.0.1.example", "http://10.0.0.1", "http://localhost@evil")) {
            assertThatThrownBy(() -> client(elsewhere))
                    .hasMessageContaining("the development key is not sent to " + elsewhere);
        }
        assertThat(client("")).as("the configured address").isNotNull();
    }
}
