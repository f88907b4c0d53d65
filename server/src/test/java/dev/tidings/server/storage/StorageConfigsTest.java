package dev.tidings.server.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.log.rocksdb.RocksLogConfig;
import dev.tidings.server.config.Config;
import org.junit.jupiter.api.Test;

/** Tests of the settings of the stores: a default exists once. */
class StorageConfigsTest {

    @Test
    void log_hasTheSameDefaultsWithAndWithoutOptions() {
        Config config = Config.defaults();
        assertThat(StorageConfigs.log(config))
                .isEqualTo(RocksLogConfig.in(config.dataFolder().resolve("log")));
    }
}
