package dev.tidings.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
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
}
