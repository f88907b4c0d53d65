package dev.tidings.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.server.config.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the link to the demo page: it contains the key only for a person on the same machine. */
class DemoLinkTest {
    private static final String URL = "http://there:8080";

    @TempDir
    private Path folder;

    @BeforeEach
    void writeKey() throws IOException {
        Files.writeString(folder.resolve("development-key"), "tk_default_1_secret\n");
    }

    private Optional<String> link(Map<String, String> settings) {
        return link(settings, true);
    }

    private Optional<String> link(Map<String, String> settings, boolean terminal) {
        Map<String, String> environment = new HashMap<>(settings);
        environment.put("TIDINGS_DATA_FOLDER", folder.toString());
        return DemoLink.of(Config.load(Optional.empty(), environment).config(), URL, terminal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "::1", "localhost"})
    void loopbackHost_linkHasTheKey(String host) {
        assertThat(link(Map.of("TIDINGS_HTTP_HOST", host))).contains(URL + "/demo#key=tk_default_1_secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
    void publicHost_linkHasNoKey(String host) {
        assertThat(link(Map.of("TIDINGS_HTTP_HOST", host))).contains(URL + "/demo");
    }

    @Test
    void noTerminal_linkHasNoKey() {
        assertThat(link(Map.of(), false)).contains(URL + "/demo");
    }

    @Test
    void serverBehindAProxy_linkHasNoKey() {
        assertThat(link(Map.of("TIDINGS_HTTP_PUBLIC_URL", "https://notify.example.org")))
                .contains(URL + "/demo");
        assertThat(link(Map.of("TIDINGS_HTTP_TRUSTED_PROXIES", "127.0.0.1"))).contains(URL + "/demo");
    }

    @Test
    void deletedKey_linkHasNoKey() throws IOException {
        Files.delete(folder.resolve("development-key"));
        assertThat(link(Map.of())).contains(URL + "/demo");
    }

    @Test
    void demoDisabled_hasNoLink() {
        assertThat(link(Map.of("TIDINGS_HTTP_DEMO", "false"))).isEmpty();
    }
}
