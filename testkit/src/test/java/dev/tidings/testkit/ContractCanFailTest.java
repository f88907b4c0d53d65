package dev.tidings.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedClass;

import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Schema;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** Mutation tests of the engine contract: each deliberate bug is detected by its test. */
class ContractCanFailTest {
    private static volatile EngineBug subject;

    /** The suite under test; its name keeps the build from running it directly. */
    static final class Subject extends EngineContract {
        private final Map<String, Map<String, TableModel<?>>> stores = new HashMap<>();

        @Override
        protected Engine open(Schema schema, InstantSource clock) {
            return subject.open(schema, clock, stores.computeIfAbsent(schema.name(), name -> new HashMap<>()));
        }

        @Override
        protected int races() {
            return 50;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBugIsDetected(EngineBug broken) {
        assertThat(failures(broken, broken.theme)).contains(broken.detectedBy);
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "SMALLER_VALUE_WINS_TIES",
                "VALUE_BEATS_REMOVAL_AT_TIES",
                "LAST_ARRIVAL_WINS",
                "WHOLE_MAP_OVERWRITTEN",
                "KEY_ONLY_ROWS_LOST",
                "DELETE_FORGOTTEN",
                "CURSOR_TO_AN_EMPTY_PAGE",
                "BOUNDS_IN_CLUSTERING_ORDER"
            })
    void aBugIsDetectedByRandomHistories(EngineBug broken) {
        assertThat(failures(broken, EngineContract.Histories.class)).contains("randomHistory_matchesTheModel");
    }

    private static Set<String> failures(EngineBug broken, Class<? extends EngineTheme> theme) {
        subject = broken;
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectNestedClass(List.of(Subject.class), theme))
                .execute()
                .testEvents()
                .failed()
                .map(ContractCanFailTest::method)
                .collect(Collectors.toSet());
    }

    private static String method(Event event) {
        return event.getTestDescriptor()
                .getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getMethodName())
                .orElse("?");
    }
}
