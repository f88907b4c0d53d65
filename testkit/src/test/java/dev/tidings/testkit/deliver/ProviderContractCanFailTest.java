package dev.tidings.testkit.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.tidings.core.deliver.AddressKind;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** A suite that can't turn red proves nothing: each mistake is noticed by the test that is there for it. */
class ProviderContractCanFailTest {
    private static volatile ProviderMistake mistake;

    /** Found only by the test below: its name is none that a build looks for. */
    static final class Subject extends ProviderContract {
        @Override
        protected FarSide open() throws IOException {
            return new HttpFarSide(mistake);
        }

        @Override
        protected AddressKind kind() {
            return AddressKind.URL;
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aMistakeIsNoticed(ProviderMistake made) {
        mistake = made;
        long failed = EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(Subject.class.getName() + "#" + made.noticedBy))
                .execute()
                .testEvents()
                .failed()
                .count();
        assertThat(failed).isPositive();
    }
}
