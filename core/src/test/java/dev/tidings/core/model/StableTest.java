package dev.tidings.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.log.Stage;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of values that are part of stored data and must never change. */
class StableTest {
    @Test
    void usersStayInTheirPartitions() {
        assertThat(new UserKey("default", "usr_42").partition()).isEqualTo(194);
        assertThat(new UserKey("acme", "zoë").partition()).isEqualTo(21);
        assertThat(new UserKey("a", "bc").partition())
                .as("where the tenant ends matters")
                .isNotEqualTo(new UserKey("ab", "c").partition());
    }

    @Test
    void usersSpreadOverAllPartitions() {
        int[] users = new int[UserKey.PARTITIONS];
        for (int i = 0; i < 100 * UserKey.PARTITIONS; i++) {
            users[new UserKey("default", "usr_" + i).partition()]++;
        }
        assertThat(Arrays.stream(users).min().getAsInt()).isGreaterThan(50);
        assertThat(Arrays.stream(users).max().getAsInt()).isLessThan(170);
    }

    @Test
    void statesKeepTheirRanks() {
        assertThat(Arrays.stream(DeliveryState.values()).map(DeliveryState::wire))
                .containsExactly("pending", "cancelled", "expired", "suppressed", "sent", "failed", "delivered");
        Instant created = Instant.ofEpochMilli(1_000);
        assertThat(DeliveryState.DELIVERED.writeTime(created, 0)).isEqualTo(1_006_144);
        assertThat(DeliveryStatus.failed("throttled").writeTime(created, 0))
                .isEqualTo(1_005_120 + 1 + Math.floorMod("throttled".hashCode(), 1023))
                .isLessThan(DeliveryState.DELIVERED.writeTime(created, 0));
        assertThat(DeliveryState.PENDING.writeTime(created, 1))
                .as("a replay by hand outranks everything before it")
                .isGreaterThan(DeliveryState.DELIVERED.writeTime(created, 0));
    }

    @Test
    void decisionsKeepTheirWriteTimes() {
        Instant created = Instant.ofEpochMilli(7_200_000);
        assertThat(DeliveryState.SENT.decisionTime(created, 0)).isEqualTo(7_200_004_096L);
        assertThat(DeliveryState.SENT.decisionTime(created, 1)).isEqualTo(3_600_000_001L);
        assertThat(DeliveryState.PENDING.decisionTime(created, 2)).isEqualTo(3_600_000_002L);
        assertThat(DeliveryState.SENT.decisionTime(created, Long.MAX_VALUE)).isEqualTo(7_199_999_999L);
    }

    @Test
    void channelsAndPrioritiesKeepTheirNumbers() {
        assertThat(IntStream.range(0, 5).mapToObj(Channel::ofCode))
                .containsExactly(Channel.IN_APP, Channel.PUSH, Channel.EMAIL, Channel.SMS, Channel.WEBHOOK);
        assertThat(IntStream.range(0, 4).mapToObj(Priority::ofCode))
                .containsExactly(Priority.CRITICAL, Priority.HIGH, Priority.NORMAL, Priority.BULK);
        assertThat(IntStream.range(0, 8).mapToObj(Stage::ofCode))
                .containsExactly(
                        Stage.EXPAND,
                        Stage.ROUTE,
                        Stage.PUSH,
                        Stage.EMAIL,
                        Stage.SMS,
                        Stage.WEBHOOK,
                        Stage.EVENTS,
                        Stage.MARK);
    }

    @Test
    void everyConstantHasACodeOfItsOwn() {
        for (StoredCode[] constants : new StoredCode[][] {Channel.values(), Priority.values(), Stage.values()}) {
            assertThat(constants).extracting(StoredCode::code).doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 8, 127})
    void unknownCode_isRefusedByName(int code) {
        assertThatThrownBy(() -> Channel.ofCode(code)).hasMessageContaining("channel " + code);
        assertThatThrownBy(() -> Priority.ofCode(code)).hasMessageContaining("priority " + code);
        assertThatThrownBy(() -> Stage.ofCode(code))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("stage " + code + " in a record: this version does not know it");
    }

    @Test
    void anIdCarriesItsTime() {
        Instant time = Instant.parse("2026-11-15T12:00:00.123Z");
        UUID id = UuidV7.of(time.toEpochMilli(), 0xabc, -1L);
        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(UuidV7.time(id)).isEqualTo(time);
        assertThat(UuidV7.smallestAt(time).compareTo(id)).isNegative();
        assertThatThrownBy(() -> UuidV7.time(UUID.fromString("12345678-1234-4234-8234-123456789012")))
                .hasMessageContaining("12345678-1234-4234-8234-123456789012")
                .hasMessageContaining("version 7");
    }
}
