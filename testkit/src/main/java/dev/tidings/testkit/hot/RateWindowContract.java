package dev.tidings.testkit.hot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.hot.Admission;
import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.RateWindow;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Contract of the rate limit windows in the hot state: no more admissions than the limit, each id counts once, and a lost window is
 * unknown.
 */
abstract class RateWindowContract extends HotTheme {
    private static final RateWindow WINDOW = new RateWindow(BOB, "offer", 490_000);

    RateWindowContract(HotStateContract contract) {
        super(contract);
    }

    private static UUID id(int number) {
        return UuidV7.of(1_764_000_000_000L + number, 0, number);
    }

    private Admission admit(int number, int limit) {
        return await(hot.rateWindows().admit(WINDOW, id(number), limit));
    }

    private CacheVersion unknown() {
        Admission admission = admit(0, 1);
        assertThat(admission).isInstanceOf(Admission.WindowNotLoaded.class);
        return ((Admission.WindowNotLoaded) admission).version();
    }

    private void keep(CacheVersion version, Integer... numbers) {
        Set<UUID> ids = new HashSet<>();
        for (int number : numbers) {
            ids.add(id(number));
        }
        await(hot.rateWindows().load(WINDOW, version, ids));
    }

    @Test
    void unknownWindow_admitsNothing() {
        unknown();
        unknown();
        keep(unknown());
        assertThat(admit(1, 1)).isEqualTo(Admission.ADMITTED);
    }

    @Test
    void windowOfAForgottenTenant_isUnknown() {
        CacheVersion before = unknown();
        keep(before, 1);
        await(hot.forget("acme2"));
        assertThat(admit(2, 1)).as("another tenant was forgotten").isEqualTo(Admission.REFUSED);
        await(hot.forget(BOB.tenant()));
        unknown();
        keep(before, 1);
        unknown();
    }

    @Test
    void noMoreThanTheLimit() {
        keep(unknown(), 1);
        assertThat(admit(2, 3)).isEqualTo(Admission.ADMITTED);
        assertThat(admit(3, 3)).isEqualTo(Admission.ADMITTED);
        assertThat(admit(4, 3)).isEqualTo(Admission.REFUSED);
        assertThat(admit(4, 4)).as("the limit was raised").isEqualTo(Admission.ADMITTED);
        assertThat(admit(5, 2)).as("the limit was lowered").isEqualTo(Admission.REFUSED);
    }

    @Test
    void aReplayIsCountedOnce() {
        keep(unknown(), 1);
        for (int i = 0; i < 5; i++) {
            assertThat(admit(1, 2)).isEqualTo(Admission.ADMITTED);
            assertThat(admit(2, 2)).isEqualTo(Admission.ADMITTED);
        }
        assertThat(admit(3, 2)).isEqualTo(Admission.REFUSED);
        assertThat(admit(2, 1)).as("counted before the limit was lowered").isEqualTo(Admission.ADMITTED);
        assertThat(admit(3, 2)).as("refused before").isEqualTo(Admission.REFUSED);
    }

    @Test
    void windowsNeverMix() {
        keep(unknown());
        assertThat(admit(1, 1)).isEqualTo(Admission.ADMITTED);
        for (RateWindow other : List.of(
                new RateWindow(BOB, "offer", 490_001),
                new RateWindow(BOB, "offer4", 90_000),
                new RateWindow(BOB, "offe", 490_000),
                new RateWindow(new UserKey("acme", "bob:offer"), "", 490_000))) {
            assertUnknown(other);
        }
        OTHERS.forEach(user -> assertUnknown(new RateWindow(user, "offer", 490_000)));
    }

    private void assertUnknown(RateWindow window) {
        assertThat(await(hot.rateWindows().admit(window, id(1), 1))).isInstanceOf(Admission.WindowNotLoaded.class);
    }

    @Test
    void lateRestore_removesNoAdmission() {
        CacheVersion version = unknown();
        keep(version, 1);
        assertThat(admit(2, 3)).isEqualTo(Admission.ADMITTED);
        keep(version, 1, 3);
        assertThat(admit(2, 1)).isEqualTo(Admission.ADMITTED);
        assertThat(admit(3, 1)).isEqualTo(Admission.ADMITTED);
        assertThat(admit(4, 3)).isEqualTo(Admission.REFUSED);
    }

    @Test
    void aWindowIsUnknownAfterALoss() {
        keep(unknown(), 1, 2);
        subject.lose();
        keep(unknown(), 1);
        assertThat(admit(3, 2)).isEqualTo(Admission.ADMITTED);
    }

    @Test
    void windowReadBeforeALoss_isNotKept() {
        CacheVersion before = unknown();
        subject.lose();
        keep(before, 1);
        CacheVersion after = unknown();
        keep(before, 1);
        unknown();
        keep(after, 1, 2);
        assertThat(admit(3, 2)).isEqualTo(Admission.REFUSED);
    }

    /**
     * If the caller restores the admitted ids after a loss, losses at any moment neither exceed the limit nor refuse an admitted
     * id.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void lossesAtAnyMoment_keepTheLimit(long seed) {
        Random random = new Random(seed);
        int limit = 20;
        Set<UUID> admitted = new HashSet<>();
        for (int i = 0; i < 400; i++) {
            if (random.nextInt(10) == 0) {
                subject.lose();
            }
            UUID id = id(random.nextInt(60));
            Admission answer = await(hot.rateWindows().admit(WINDOW, id, limit));
            if (answer instanceof Admission.WindowNotLoaded unknown) {
                if (random.nextInt(4) == 0) {
                    subject.lose();
                }
                await(hot.rateWindows().load(WINDOW, unknown.version(), Set.copyOf(admitted)));
            } else {
                boolean expected = admitted.contains(id) || admitted.size() < limit;
                assertThat(answer).as("seed %d, step %d", seed, i).isEqualTo(new Admission.Decided(expected));
                if (expected) {
                    admitted.add(id);
                }
            }
        }
        assertThat(admitted).hasSize(limit);
    }
}
