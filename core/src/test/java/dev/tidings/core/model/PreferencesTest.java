package dev.tidings.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PreferencesTest {
    private static final NotificationType SHIPPED = type(false);
    private static final NotificationType PASSWORD_CODE = type(true);

    @Test
    void whoSaidNothingHearsEverythingButSms() {
        for (Channel channel : Channel.values()) {
            assertThat(Preferences.NONE.allows(SHIPPED, channel))
                    .as(channel.wire())
                    .isEqualTo(channel != Channel.SMS);
        }
    }

    @Test
    void aYesAtAnyLevelTurnsSmsOn() {
        assertThat(of(true, null, null).allows(SHIPPED, Channel.SMS)).isTrue();
        assertThat(of(null, true, null).allows(SHIPPED, Channel.SMS)).isTrue();
        assertThat(of(null, null, true).allows(SHIPPED, Channel.SMS)).isTrue();
    }

    @Test
    void aYesForAnotherTypeOrCategoryTurnsNothingOn() {
        Preferences other = new Preferences(
                1,
                Map.of(),
                Map.of("news", Map.of(Channel.SMS, true)),
                Map.of("order_lost", Map.of(Channel.SMS, true)));
        assertThat(other.allows(SHIPPED, Channel.SMS)).isFalse();
    }

    @Property
    void aNoAtAnyLevelHolds(@ForAll Channel channel, @ForAll Said all, @ForAll Said category, @ForAll Said type) {
        boolean no = all == Said.NO || category == Said.NO || type == Said.NO;
        boolean yes = all == Said.YES || category == Said.YES || type == Said.YES;
        Preferences preferences = of(channel, all.value, category.value, type.value);
        assertThat(preferences.allows(SHIPPED, channel)).isEqualTo(!no && (channel.onByDefault() || yes));
        assertThat(preferences.allows(PASSWORD_CODE, channel)).isTrue();
    }

    enum Said {
        YES(true),
        NO(false),
        NOTHING(null);

        final Boolean value;

        Said(Boolean value) {
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
