package dev.tidings.server.docs;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A real server in a process of its own, as {@code ./tidings up} starts it, with a tenant for each document. */
final class DocumentedServer implements AutoCloseable {
    private static final String MAIN = "dev.tidings.server.cli.Main";
    private static final String UP = "Tidings is up at ";

    private final Path data;
    private final Process process;
    private final URI url;

    DocumentedServer(Path folder) throws IOException {
        data = folder.resolve("server-data");
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", "exec " + launcher() + " up");
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("TIDINGS_"));
        environment.put("TIDINGS_DATA_FOLDER", data.toString());
        environment.put("TIDINGS_BACKUP_FOLDER", folder.resolve("backups").toString());
        environment.put("TIDINGS_HTTP_PORT", "0");
        environment.put("TIDINGS_STORAGE_BLOCK_CACHE", "8MiB");
        Path log = folder.resolve("server.log");
        process = builder.redirectError(log.toFile()).start();
        BufferedReader out = process.inputReader();
        String line = out.readLine();
        if (line == null || !line.startsWith(UP)) {
            throw new AssertionError("the server did not start: " + line + "\n" + Files.readString(log));
        }
        url = URI.create(line.substring(UP.length()).trim());
        Thread drain = new Thread(() -> out.lines().forEach(ignored -> {}), "server output");
        drain.setDaemon(true);
        drain.start();
    }

    /** The command line of the program, with the options that the launcher gives to short commands. */
    static String launcher() {
        return "'%s' --enable-native-access=ALL-UNNAMED -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' %s"
                .formatted(
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        System.getProperty("java.class.path"),
                        MAIN);
    }

    String address() {
        return url.getAuthority();
    }

    /** Adds a tenant and returns a key of it with all scopes, like the development key. */
    String newTenantKey(String tenant) throws Exception {
        post("/v1/tenants", "{\"id\":\"" + tenant + "\"}");
        String answer = post(
                "/v1/tenants/" + tenant + "/keys",
                "{\"name\":\"all\",\"scopes\":[\"send\",\"read\",\"manage\",\"admin\"]}");
        return new ObjectMapper().readTree(answer).path("key").asText();
    }

    private String post(String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(url.resolve(path))
                .header(
                        "Authorization",
                        "Bearer "
                                + Files.readString(data.resolve("development-key"))
                                        .trim())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        if (response.statusCode() != 201) {
            throw new AssertionError(path + ": " + response.body());
        }
        return response.body();
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
