package dev.tidings.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvironmentSourceTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TIDINGS_HTTP_PROT | 80 | TIDINGS_HTTP_PROT: unknown variable; did you mean 'TIDINGS_HTTP_PORT'?",
                "TIDINGS_HTTP_MAXBODYBYTES | 1 | TIDINGS_HTTP_MAXBODYBYTES: unknown variable;"
                        + " did you mean 'TIDINGS_HTTP_MAX_BODY_BYTES'?",
                "TIDINGS_FROBNICATE | 1 | TIDINGS_FROBNICATE: unknown variable; './tidings config reference' lists all",
                "TIDINGS_PORT | 80 | TIDINGS_PORT: unknown variable; did you mean 'TIDINGS_HTTP_PORT'?",
                "TIDINGS_HTTP_PORT | 70000 | TIDINGS_HTTP_PORT: http.port: got 70000, expected 0 to 65535",
                "TIDINGS_HTTP_PORT | '' | TIDINGS_HTTP_PORT: http.port: got '', expected a whole number, 0 to 65535",
                "TIDINGS_STORAGE_FSYNC | no | TIDINGS_STORAGE_FSYNC: storage.fsync: got 'no', expected true or false",
                "TIDINGS_METADATA_PASSWORD | [redacted] | TIDINGS_METADATA_PASSWORD: metadata.password: got a text,"
                        + " expected a text, and not the mask [redacted]",
            })
    void error_namesTheVariable(String name, String value, String mistake) {
        assertThatThrownBy(() -> load(Map.of(name, value)))
                .isInstanceOf(ConfigException.class)
                .hasMessage(mistake);
    }

    @Test
    void lists_areSeparatedByCommas() {
        assertThat(load(Map.of("TIDINGS_HTTP_CORS_ORIGINS", "https://a.example, http://localhost:3000,"))
                        .http()
                        .corsOrigins())
                .containsExactly("https://a.example", "http://localhost:3000");
    }

    @Test
    void variablesOfLauncherAndCommandLine_areIgnored() {
        for (String name : EnvironmentSource.NOT_OPTIONS) {
            load(Map.of(name, "x"));
        }
        load(Map.of("OTHER_HTTP_PROT", "x", "TIDINGSX", "x"));
    }

    @Test
    void variablesOfKubernetes_areIgnored() {
        load(Map.of(
                "TIDINGS_SERVICE_HOST", "10.0.0.1",
                "TIDINGS_SERVICE_PORT", "8080",
                "TIDINGS_SERVICE_PORT_HTTP", "8080",
                "TIDINGS_PORT", "tcp://10.0.0.1:8080",
                "TIDINGS_PORT_8080_TCP", "tcp://10.0.0.1:8080",
                "TIDINGS_PORT_8080_TCP_PROTO", "tcp",
                "TIDINGS_PORT_8080_TCP_ADDR", "10.0.0.1",
                "TIDINGS_CONSOLE_SERVICE_HOST", "10.0.0.2"));
    }

    private static Config load(Map<String, String> environment) {
        return Config.load(Optional.empty(), environment).config();
    }
}
