package dev.tidings.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of the documented defaults. */
class ConfigTest {

    @Test
    void withoutFileAndEnvironment_defaultsApply() {
        LoadedConfig loaded = Config.load(Optional.empty(), Map.of("PATH", "/bin"));
        Config config = loaded.config();
        assertThat(loaded.origins()).isEmpty();
        assertThat(config.dataFolder()).isEqualTo(Path.of("data"));
        assertThat(config.http().host()).isEqualTo("127.0.0.1");
        assertThat(config.http().port()).isEqualTo(8080);
        assertThat(config.http().maxBodyBytes().bytes()).isEqualTo(1 << 20);
        assertThat(config.http().idleTimeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(config.http().corsOrigins()).isEmpty();
        assertThat(config.storage().fsync()).isTrue();
        assertThat(config.log().maxBacklog()).isEqualTo(20_000_000L);
        assertThat(config.metadata().url()).isEmpty();
        assertThat(config.metadata().password().isEmpty()).isTrue();
        assertThat(config.tokens().maxLife()).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void ipv6Address_isBracketed() {
        assertThat(Config.Http.url("http", "::1", 80)).isEqualTo("http://[::1]:80");
        assertThat(Config.Http.url("http", "[::1]", 80)).isEqualTo("http://[::1]:80");
        assertThat(Config.Http.url("http", "127.0.0.1", 80)).isEqualTo("http://127.0.0.1:80");
    }

    @Test
    void serverWithACertificate_hasAnHttpsUrl() {
        assertThat(http(Map.of("TIDINGS_HTTP_TLS_CERTIFICATE", "c.pem", "TIDINGS_HTTP_TLS_KEY", "k.pem"))
                        .baseUrl())
                .isEqualTo("https://127.0.0.1:8080");
    }

    @Test
    void publicHost_isExposedUnlessTlsOrAProxyIsThere() {
        assertThat(http(Map.of()).isExposedWithoutTls()).isFalse();
        Map<String, String> exposed = Map.of("TIDINGS_HTTP_HOST", "0.0.0.0");
        assertThat(http(exposed).isExposedWithoutTls()).isTrue();
        assertThat(http(with(exposed, "TIDINGS_HTTP_TRUSTED_PROXIES", "10.0.0.1"))
                        .isExposedWithoutTls())
                .isFalse();
        assertThat(http(with(exposed, "TIDINGS_HTTP_TLS_CERTIFICATE", "c.pem")).isExposedWithoutTls())
                .isFalse();
    }

    private static Config.Http http(Map<String, String> environment) {
        return Config.load(Optional.empty(), environment).config().http();
    }

    private static Map<String, String> with(Map<String, String> settings, String option, String value) {
        Map<String, String> changed = new HashMap<>(settings);
        changed.put(option, value);
        return changed;
    }
}
