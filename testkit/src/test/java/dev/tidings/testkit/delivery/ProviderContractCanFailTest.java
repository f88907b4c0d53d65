package dev.tidings.testkit.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.tidings.core.delivery.AddressKind;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Mutation tests of the provider contract: each deliberate bug is detected by its test. */
class ProviderContractCanFailTest {
    private static volatile ProviderBug mistake;

    /** The suite under test; its name keeps the build from running it directly. */
    static final class Subject extends ProviderContract {
        @Override
        protected ProviderSimulator open(Duration timeout) throws IOException {
            return new HttpSimulator(mistake, timeout);
        }

        @Override
        protected AddressKind kind() {
            return AddressKind.URL;
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aBugIsDetected(ProviderBug made) {
        mistake = made;
        long failed = EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(Subject.class.getName() + "#" + made.detectedBy))
                .execute()
                .testEvents()
                .failed()
                .count();
        assertThat(failed).isPositive();
    }
}
