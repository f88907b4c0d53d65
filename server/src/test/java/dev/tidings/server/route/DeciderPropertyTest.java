package dev.tidings.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.Suppression;
import dev.tidings.server.route.LoadedNotification.StoredDecision;
import dev.tidings.server.route.RoutingCase.Choice;
import dev.tidings.server.route.RoutingCase.Expiry;
import dev.tidings.server.route.RoutingCase.Quiet;
import dev.tidings.server.route.RoutingCase.Rate;
import dev.tidings.server.route.RoutingCase.Reach;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.NotEmpty;

/** Properties of routing decisions about any set of channels. */
class DeciderPropertyTest {
    private static final Set<Choice> OPT_OUTS = EnumSet.of(
            Choice.OUT_BY_CHANNEL, Choice.OUT_BY_CATEGORY, Choice.OUT_BY_TYPE, Choice.IN_BY_CHANNEL_OUT_BY_TYPE);
    private static final Set<String> REASONS =
            Arrays.stream(Suppression.values()).map(Suppression::wire).collect(Collectors.toSet());

    @Property
    void decision_coversTheRequestedChannels(@ForAll("cases") RoutingCase one) {
        assertThat(one.decide().verdicts().keySet()).isEqualTo(one.channels());
    }

    @Property
    void optedOutChannel_isNeverDelivered(@ForAll("cases") RoutingCase one) {
        if (OPT_OUTS.contains(one.choice())) {
            assertThat(one.decide().delivers()).isFalse();
        }
    }

    @Property
    void requiredType_isNeverOptedOut(@ForAll("cases") RoutingCase one) {
        if (one.choice() == Choice.REQUIRED_TYPE) {
            assertThat(one.decide().verdicts().values())
                    .extracting(Verdict::status)
                    .doesNotContain(DeliveryStatus.suppressed(Suppression.OPTED_OUT));
        }
    }

    @Property
    void channelWithoutAddressOrProvider_isNeverOutbound(@ForAll("cases") RoutingCase one) {
        if (one.reach() != Reach.ONE_ADDRESS || !one.provider()) {
            assertThat(one.decide().hasOutbound()).isFalse();
        }
    }

    @Property
    void expiredNotification_isNeverDelivered(@ForAll("cases") RoutingCase one) {
        if (one.expiry().expired()) {
            assertThat(one.decide().verdicts().values()).allMatch(Verdict.EXPIRED::equals);
        }
    }

    @Property
    void reachedRateLimit_deliversNothing(@ForAll("cases") RoutingCase one) {
        if (one.rate() == Rate.REACHED) {
            assertThat(one.decide().delivers()).isFalse();
        }
    }

    @Property
    void rateLimit_keepsOtherSuppressions(@ForAll("cases") RoutingCase one) {
        Decision decision = one.decide();
        Decision limited = decision.rateLimited();
        assertThat(limited.rateLimited()).isEqualTo(limited);
        decision.verdicts()
                .forEach((channel, verdict) -> assertThat(limited.verdicts().get(channel))
                        .isEqualTo(verdict.delivers() ? verdict.rateLimited() : verdict));
    }

    @Property
    void quietHours_delayAllButCriticalOutbound(@ForAll("cases") RoutingCase one) {
        boolean waits = one.quiet() == Quiet.NOW && one.priority() != Priority.CRITICAL;
        one.decide().verdicts().values().stream()
                .filter(Verdict::isOutbound)
                .forEach(verdict -> assertThat(verdict.quietUntil())
                        .isEqualTo(waits ? Optional.of(RoutingCase.QUIET_UNTIL) : Optional.empty()));
    }

    @Property
    void everyNonDelivery_hasAReason(@ForAll("cases") RoutingCase one) {
        for (Verdict verdict : one.decide().verdicts().values()) {
            DeliveryState state = verdict.status().state();
            if (verdict.delivers()) {
                assertThat(verdict.status().reason()).isNull();
            } else if (state == DeliveryState.SUPPRESSED) {
                assertThat(REASONS).contains(verdict.status().reason());
            } else {
                assertThat(state).isEqualTo(DeliveryState.EXPIRED);
            }
        }
    }

    @Property
    void channels_areDecidedIndependently(@ForAll("cases") RoutingCase one) {
        Map<Channel, Verdict> together = one.decide().verdicts();
        for (Channel channel : one.channels()) {
            assertThat(one.on(channel).decide().verdicts()).isEqualTo(Map.of(channel, together.get(channel)));
        }
    }

    @Property
    void orderOfDevices_doesNotAffectTheStatus(
            @ForAll("cases") RoutingCase one,
            @ForAll("devices") List<AddressKind> devices,
            @ForAll Set<AddressKind> served) {
        List<AddressKind> sorted = devices.stream().sorted().toList();
        assertThat(statuses(one, devices, served)).isEqualTo(statuses(one, sorted, served));
    }

    private static Map<Channel, DeliveryStatus> statuses(
            RoutingCase one, List<AddressKind> devices, Set<AddressKind> served) {
        return one.decide(devices, served).verdicts().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().status()));
    }

    @Property
    void provider_isThatOfTheFirstDeviceWithOne(
            @ForAll("devices") @NotEmpty List<AddressKind> devices, @ForAll Set<AddressKind> served) {
        Optional<String> first =
                devices.stream().filter(served::contains).findFirst().map(RoutingCase::provider);
        Decision decision = RoutingCase.PUSH_ALLOWED.decide(devices, served);
        assertThat(decision.verdicts().get(Channel.PUSH).findings()).contains(new Finding.Provider(first));
    }

    @Property
    void redelivery_keepsTheStoredDecision(@ForAll("cases") RoutingCase first, @ForAll("cases") RoutingCase later) {
        Decision stored = first.decide();
        Decision kept = later.decide(Optional.of(new StoredDecision(stored, RoutingCase.NOW.minusSeconds(60))));
        assertThat(kept).isEqualTo(stored);
    }

    @Property
    void decision_isReadAsItWasStored(@ForAll("cases") RoutingCase one) {
        Decision decision = one.decide();
        assertThat(Decision.ofJson(decision.json())).isEqualTo(decision);
    }

    @Provide
    Arbitrary<List<AddressKind>> devices() {
        return Arbitraries.of(AddressKind.class)
                .filter(kind -> kind.channel() == Channel.PUSH)
                .list()
                .ofMaxSize(4);
    }

    @Provide
    Arbitrary<RoutingCase> cases() {
        Arbitrary<Boolean> mostlyTrue = Arbitraries.frequency(Tuple.of(3, true), Tuple.of(1, false));
        return Combinators.combine(
                        Arbitraries.of(Channel.class).set(),
                        Arbitraries.of(Choice.class),
                        Arbitraries.of(Reach.class),
                        mostlyTrue.tuple2(),
                        Arbitraries.of(Quiet.class),
                        Arbitraries.of(Priority.class),
                        Arbitraries.of(Expiry.class),
                        Arbitraries.of(Rate.class))
                .as((channels, choice, reach, has, quiet, priority, expiry, rate) -> new RoutingCase(
                        channels, choice, reach, has.get1(), has.get2(), quiet, priority, expiry, rate));
    }
}
