package dev.tidings.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of former option names: refused, with the new name in the message. */
class RenamedOptionsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "meta: {url: x}           | meta: unknown option; renamed to 'metadata'",
                "deliver: {attempts: 3}   | deliver: unknown option; renamed to 'delivery'",
                "live: {patience: 5s}     | live.patience: unknown option; renamed to 'live.slowConsumerTimeout'",
                "schedule: {ahead: 5}     | schedule.ahead: unknown option; renamed to 'schedule.maxWaitingPerLane'",
                "hot: {pages: 1MiB}       | hot.pages: unknown option; renamed to 'inbox.pageCache'",
                "log: {pending: 1MiB}     | log.pending: unknown option; renamed to 'log.maxPending'"
            })
    void formerName_inTheFile_isRefusedWithTheNewOne(String line, String expected) throws IOException {
        Path file = Files.writeString(folder.resolve("tidings.yaml"), line);
        assertThatThrownBy(() -> Config.load(Optional.of(file), Map.of()))
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        refused -> assertThat(refused.errors())
                                .singleElement()
                                .asString()
                                .endsWith(expected));
    }

    @ParameterizedTest
    @CsvSource({
        "TIDINGS_META_URL, TIDINGS_METADATA_URL",
        "TIDINGS_META_POOL_SIZE, TIDINGS_METADATA_POOL_SIZE",
        "TIDINGS_DELIVER_WORKERS, TIDINGS_DELIVERY_WORKERS",
        "TIDINGS_DELIVER_FIRST_RETRY, TIDINGS_DELIVERY_FIRST_RETRY_DELAY",
        "TIDINGS_DELIVER_LONGEST_RETRY, TIDINGS_DELIVERY_MAX_RETRY_DELAY",
        "TIDINGS_LIVE_PATIENCE, TIDINGS_LIVE_SLOW_CONSUMER_TIMEOUT",
        "TIDINGS_HOT_PAGES, TIDINGS_INBOX_PAGE_CACHE"
    })
    void formerVariable_isRefusedWithTheNewOne(String former, String present) {
        assertThatThrownBy(() -> Config.load(Optional.empty(), Map.of(former, "1")))
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        refused -> assertThat(refused.errors())
                                .singleElement()
                                .asString()
                                .endsWith("unknown variable; renamed to '" + present + "'"));
    }

    @Test
    void newNames_areOptions() {
        OptionTree<Config> options = OptionTree.of(Config.class);
        assertThat(RenamedOptions.presentNames())
                .allSatisfy(name -> assertThat(options.paths()).contains(name));
    }
}
