package dev.tidings.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Tests of the precedence of opt-outs, opt-ins and defaults. */
class PreferencesTest {
    private static final NotificationType SHIPPED = type(false);
    private static final NotificationType PASSWORD_CODE = type(true);

    @Test
    void withoutPreferences_allChannelsButSmsAreOn() {
        for (Channel channel : Channel.values()) {
            assertThat(Preferences.NONE.allows(SHIPPED, channel))
                    .as(channel.wire())
                    .isEqualTo(channel != Channel.SMS);
        }
    }

    @Test
    void optInAtAnyLevel_turnsSmsOn() {
        assertThat(of(true, null, null).allows(SHIPPED, Channel.SMS)).isTrue();
        assertThat(of(null, true, null).allows(SHIPPED, Channel.SMS)).isTrue();
        assertThat(of(null, null, true).allows(SHIPPED, Channel.SMS)).isTrue();
    }

    @Test
    void optInForAnotherType_hasNoEffect() {
        Preferences other = new Preferences(
                1,
                Map.of(),
                Map.of("news", Map.of(Channel.SMS, true)),
                Map.of("order_lost", Map.of(Channel.SMS, true)));
        assertThat(other.allows(SHIPPED, Channel.SMS)).isFalse();
    }

    @Property
    void optOutAtAnyLevel_wins(
            @ForAll Channel channel, @ForAll Preference all, @ForAll Preference category, @ForAll Preference type) {
        boolean no = all == Preference.NO || category == Preference.NO || type == Preference.NO;
        boolean yes = all == Preference.YES || category == Preference.YES || type == Preference.YES;
        Preferences preferences = of(channel, all.value, category.value, type.value);
        assertThat(preferences.allows(SHIPPED, channel)).isEqualTo(!no && (channel.onByDefault() || yes));
        assertThat(preferences.allows(PASSWORD_CODE, channel)).isTrue();
    }

    enum Preference {
        YES(true),
        NO(false),
        NOTHING(null);

        final Boolean value;

        Preference(Boolean value) {
            this.value = value;
        }
    }

    private static NotificationType type(boolean required) {
        return new NotificationType(
                "order_shipped",
                Optional.of("orders"),
                Set.of(Channel.IN_APP),
                Priority.HIGH,
                OptionalInt.empty(),
                required);
    }

    private static Preferences of(Boolean all, Boolean category, Boolean type) {
        return of(Channel.SMS, all, category, type);
    }

    private static Preferences of(Channel channel, Boolean all, Boolean category, Boolean type) {
        return new Preferences(
                1,
                all == null ? Map.of() : Map.of(channel, all),
                category == null ? Map.of() : Map.of("orders", Map.of(channel, category)),
                type == null ? Map.of() : Map.of("order_shipped", Map.of(channel, type)));
    }
}
