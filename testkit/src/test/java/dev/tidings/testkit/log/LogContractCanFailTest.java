package dev.tidings.testkit.log;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedMethod;

import dev.tidings.core.log.Log;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Mutation tests of the log contract: each deliberate bug is detected by its test. */
class LogContractCanFailTest {
    private static volatile LogBug mistake;

    /** The suite under test; its name keeps the build from running it directly. */
    static final class Subject extends LogContract.Alone {
        private final Map<String, ModelLog.Disk> disks = new HashMap<>();

        @Override
        protected Log open(String name, Limits limits) {
            return new ModelLog(disks.computeIfAbsent(name, log -> new ModelLog.Disk()), limits, mistake);
        }

        @Override
        protected Duration pollTimeout() {
            return Duration.ofMillis(100);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aBugIsDetected(LogBug made) {
        mistake = made;
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectNestedMethod(List.of(Subject.class), made.theme, made.detectedBy))
                .execute()
                .testEvents()
                .assertStatistics(events -> events.started(1).failed(1));
    }
}
