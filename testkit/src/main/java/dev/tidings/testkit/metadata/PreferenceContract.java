package dev.tidings.testkit.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.metadata.PreferencePatch;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.QuietHours;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Contract of user preferences: partial changes without lost updates, each with a higher version than the one before. */
abstract class PreferenceContract extends MetadataTheme {
    private static final Optional<Boolean> ON = Optional.of(true);
    private static final Optional<Boolean> OFF = Optional.of(false);
    private static final Optional<Boolean> DEFAULT = Optional.empty();

    PreferenceContract(MetadataStoreContract contract) {
        super(contract);
    }

    @Test
    void unnamedChoicesStay() {
        change(new PreferencePatch(
                Map.of(Channel.EMAIL, OFF, Channel.SMS, ON),
                Map.of("orders", Map.of(Channel.PUSH, OFF, Channel.SMS, ON)),
                Map.of("shipped", Map.of(Channel.PUSH, OFF))));
        Preferences changed = change(new PreferencePatch(
                Map.of(Channel.EMAIL, ON),
                Map.of("orders", Map.of(Channel.PUSH, ON), "news", Map.of(Channel.EMAIL, OFF)),
                Map.of()));
        assertThat(changed)
                .isEqualTo(new Preferences(
                        2,
                        Map.of(Channel.EMAIL, true, Channel.SMS, true),
                        Map.of(
                                "orders", Map.of(Channel.PUSH, true, Channel.SMS, true),
                                "news", Map.of(Channel.EMAIL, false)),
                        Map.of("shipped", Map.of(Channel.PUSH, false))))
                .isEqualTo(metadata.preferences().find(tenant, "u"));
    }

    @Test
    void emptyGoesBackToTheDefault() {
        change(new PreferencePatch(
                Map.of(Channel.EMAIL, OFF, Channel.SMS, ON),
                Map.of("orders", Map.of(Channel.PUSH, OFF, Channel.SMS, ON)),
                Map.of("orders", Map.of(Channel.PUSH, OFF))));
        Preferences changed = change(new PreferencePatch(
                Map.of(Channel.EMAIL, DEFAULT, Channel.PUSH, DEFAULT),
                Map.of("orders", Map.of(Channel.PUSH, DEFAULT), "none", Map.of(Channel.SMS, DEFAULT)),
                Map.of("orders", Map.of(Channel.PUSH, DEFAULT))));
        assertThat(changed)
                .isEqualTo(new Preferences(
                        2, Map.of(Channel.SMS, true), Map.of("orders", Map.of(Channel.SMS, true)), Map.of()))
                .isEqualTo(metadata.preferences().find(tenant, "u"));
    }

    @Test
    void quietHoursStayUntilTheyAreChanged() {
        QuietHours night =
                new QuietHours(LocalTime.of(22, 0), LocalTime.of(6, 59), Optional.of(ZoneId.of("Europe/Berlin")));
        assertThat(change(quiet(Optional.of(night))))
                .isEqualTo(new Preferences(1, Map.of(), Map.of(), Map.of(), Optional.of(night)))
                .isEqualTo(metadata.preferences().find(tenant, "u"));
        assertThat(change(channel(Channel.SMS, ON)))
                .isEqualTo(new Preferences(2, Map.of(Channel.SMS, true), Map.of(), Map.of(), Optional.of(night)))
                .isEqualTo(metadata.preferences().find(tenant, List.of("u")).get("u"));
        QuietHours noon = new QuietHours(LocalTime.MIDNIGHT, LocalTime.of(13, 30), Optional.empty());
        assertThat(change(quiet(Optional.of(noon))).quietHours()).contains(noon);
        assertThat(change(quiet(Optional.empty())))
                .isEqualTo(new Preferences(4, Map.of(Channel.SMS, true), Map.of(), Map.of()))
                .isEqualTo(metadata.preferences().find(tenant, "u"));
    }

    @Test
    void versionGrows_evenIfAllChoicesAreReset() {
        change(channel(Channel.SMS, ON));
        change(category("c", Channel.SMS, ON));
        change(channel(Channel.SMS, DEFAULT));
        Preferences nothing = change(category("c", Channel.SMS, DEFAULT));
        assertThat(nothing).isEqualTo(new Preferences(4, Map.of(), Map.of(), Map.of()));
        assertThat(metadata.preferences().find(tenant, "u")).isEqualTo(nothing);
        assertThat(change(channel(Channel.SMS, ON)).version()).isEqualTo(5);
    }

    @Test
    void emptyChange_isAVersionToo() {
        PreferencePatch nothing = new PreferencePatch(Map.of(), Map.of(), Map.of());
        assertThat(change(nothing).version()).isEqualTo(1);
        assertThat(change(nothing).version()).isEqualTo(2);
    }

    @Test
    void concurrentChanges_areAllKeptWithOwnVersions() throws Exception {
        int each = 10;
        List<List<Long>> versions = together(8, thread -> {
            List<Long> mine = new ArrayList<>();
            for (int i = 0; i < each; i++) {
                PreferencePatch patch = i % 2 == 0
                        ? category("c" + thread + "-" + i, Channel.EMAIL, OFF)
                        : typed("t" + thread + "-" + i, Channel.SMS, ON);
                Preferences changed = change(patch);
                // The result is the state right after this change, not an earlier or a later one.
                assertThat(i % 2 == 0 ? changed.categories() : changed.types())
                        .containsKey((i % 2 == 0 ? "c" : "t") + thread + "-" + i);
                assertThat(changed.categories().size() + changed.types().size()).isEqualTo((int) changed.version());
                mine.add(changed.version());
            }
            return mine;
        });
        assertThat(versions.stream().flatMap(List::stream))
                .doesNotHaveDuplicates()
                .hasSize(8 * each);
        assertThat(versions).allSatisfy(mine -> assertThat(mine).isSorted());
        Preferences found = metadata.preferences().find(tenant, "u");
        assertThat(found.version()).isEqualTo(8L * each);
        assertThat(found.categories()).hasSize(8 * each / 2);
        assertThat(found.types()).hasSize(8 * each / 2);
    }

    @Test
    void concurrentChannelChanges_areAllKept() throws Exception {
        Channel[] channels = Channel.values();
        together(channels.length, i -> change(channel(channels[i], OFF)));
        assertThat(metadata.preferences().find(tenant, "u").channels()).containsOnlyKeys(channels);
    }

    /** A reader sees a consistent state: as many choices as its version implies. */
    @Test
    void aReaderNeverSeesHalfOfAChange() throws Exception {
        together(2, thread -> {
            for (int i = 0; i < 50; i++) {
                if (thread == 0) {
                    change(typed("t" + i, Channel.SMS, ON));
                } else {
                    Preferences found = metadata.preferences().find(tenant, "u");
                    assertThat(found.types()).hasSize((int) found.version());
                }
            }
            return null;
        });
    }

    @Test
    void findingManyIsFindingEach() {
        List<String> users = IntStream.range(0, 1700).mapToObj(i -> "user " + i).toList();
        Map<String, Preferences> expected = new HashMap<>();
        for (int i = 0; i < users.size(); i += 17) {
            String user = users.get(i);
            PreferencePatch patch = new PreferencePatch(
                    Map.of(Channel.EMAIL, OFF), Map.of("c" + i, Map.of(Channel.SMS, ON, Channel.PUSH, OFF)), Map.of());
            expected.put(user, metadata.preferences().change(tenant, user, i % 2 == 0 ? patch : none(), T0, ACTOR));
        }
        Map<String, Preferences> found = metadata.preferences().find(tenant, users);
        assertThat(found).isEqualTo(expected);
        users.subList(0, 200)
                .forEach(user -> assertThat(metadata.preferences().find(tenant, user))
                        .isEqualTo(found.getOrDefault(user, Preferences.NONE)));
    }

    @Test
    void findingNoUserOrOneUserTwice() {
        Preferences changed = change(channel(Channel.SMS, ON));
        assertThat(metadata.preferences().find(tenant, List.of())).isEmpty();
        assertThat(metadata.preferences().find(tenant, List.of("u", "v", "u"))).isEqualTo(Map.of("u", changed));
    }

    @Test
    void aChangeThatFailsLeavesNothingBehind() {
        Preferences before = change(channel(Channel.SMS, ON));
        PreferencePatch bad = new PreferencePatch(
                Map.of(Channel.EMAIL, OFF),
                Map.of("fine", Map.of(Channel.EMAIL, OFF)),
                Map.of("x".repeat(500), Map.of(Channel.EMAIL, OFF)));
        assertThatThrownBy(() -> change(bad)).isInstanceOf(MetadataException.class);
        assertThat(metadata.preferences().find(tenant, "u")).isEqualTo(before);
        assertThat(audit(tenant)).hasSize(2);
    }

    private static PreferencePatch none() {
        return new PreferencePatch(Map.of(), Map.of(), Map.of());
    }

    private Preferences change(PreferencePatch patch) {
        return metadata.preferences().change(tenant, "u", patch, T0, ACTOR);
    }
}
