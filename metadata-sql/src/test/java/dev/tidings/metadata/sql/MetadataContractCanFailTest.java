package dev.tidings.metadata.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedMethod;

import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.testkit.metadata.MetadataStoreContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** Tests of the contract suite itself: each mistake fails the test that covers it. */
class MetadataContractCanFailTest {
    private static volatile FaultyMetadataStore subject;

    /** Run only by the test below: its name matches no pattern of the build. */
    static final class Subject extends MetadataStoreContract {
        @TempDir
        static Path folder;

        @Override
        protected MetadataStore open() {
            return subject.around(SqlMetadataStore.open(SqlMetadataConfig.sqlite(folder.resolve("meta.db"))));
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyMistake_isDetected(FaultyMetadataStore broken) {
        assertThat(failures(broken)).contains(broken.noticedBy);
    }

    private static Set<String> failures(FaultyMetadataStore broken) {
        subject = broken;
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectNestedMethod(
                        List.of(Subject.class.getName()),
                        MetadataStoreContract.class.getName() + "$" + broken.theme,
                        broken.noticedBy))
                .execute()
                .testEvents()
                .failed()
                .map(MetadataContractCanFailTest::method)
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
