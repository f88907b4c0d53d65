package dev.tidings.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Priority;
import dev.tidings.server.route.RoutingCase.Choice;
import dev.tidings.server.route.RoutingCase.Expiry;
import dev.tidings.server.route.RoutingCase.Quiet;
import dev.tidings.server.route.RoutingCase.Rate;
import dev.tidings.server.route.RoutingCase.Reach;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the routing rules as a table, and of every combination of their inputs. */
class DeciderTableTest {
    private static final String QUIET = "; quiet " + RoutingCase.QUIET_UNTIL.toEpochMilli();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # channel | preference | address | provider | content | quiet hours | priority | expiry | rate | verdict
            IN_APP  | DEFAULT         | NO_ADDRESS  | false | true  | NOW     | NORMAL   | NEVER        | UNLIMITED   | sent; preference default; content as given
            IN_APP  | DEFAULT         | ONE_ADDRESS | true  | false | NONE    | NORMAL   | NEVER        | REACHED     | suppressed no_content; preference default; content none
            IN_APP  | OUT_BY_TYPE     | ONE_ADDRESS | true  | true  | NONE    | CRITICAL | NEVER        | UNLIMITED   | suppressed opted_out; preference type
            IN_APP  | DEFAULT         | ONE_ADDRESS | true  | true  | NONE    | NORMAL   | NOW_EXPIRED  | UNLIMITED   | expired
            IN_APP  | DEFAULT         | ONE_ADDRESS | true  | true  | NONE    | NORMAL   | NEVER        | REACHED     | suppressed rate_limited; preference default; content as given; rate reached
            IN_APP  | REQUIRED_TYPE   | ONE_ADDRESS | true  | true  | NONE    | NORMAL   | LATER        | BELOW_LIMIT | sent; preference required; content as given
            EMAIL   | DEFAULT         | ONE_ADDRESS | true  | true  | NONE    | NORMAL   | NEVER        | UNLIMITED   | pending; preference default; addresses 1; provider acme/first; content as given
            EMAIL   | REQUIRED_TYPE   | ONE_ADDRESS | true  | true  | NOT_NOW | NORMAL   | NEVER        | BELOW_LIMIT | pending; preference required; addresses 1; provider acme/first; content as given
            EMAIL   | IN_BY_CHANNEL   | ONE_ADDRESS | true  | true  | NOW     | HIGH     | NEVER        | UNLIMITED   | pending; preference channel; addresses 1; provider acme/first; content as given; quiet 1795071600000
            EMAIL   | IN_BY_CHANNEL   | ONE_ADDRESS | true  | true  | NOW     | CRITICAL | NEVER        | UNLIMITED   | pending; preference channel; addresses 1; provider acme/first; content as given
            EMAIL   | OUT_BY_CHANNEL  | ONE_ADDRESS | true  | true  | NONE    | CRITICAL | NEVER        | UNLIMITED   | suppressed opted_out; preference channel
            EMAIL   | OUT_BY_CATEGORY | ONE_ADDRESS | true  | true  | NONE    | NORMAL   | NEVER        | UNLIMITED   | suppressed opted_out; preference category
            EMAIL   | OUT_BY_TYPE     | NO_ADDRESS  | false | false | NONE    | NORMAL   | NEVER        | REACHED     | suppressed opted_out; preference type
            EMAIL   | DEFAULT         | NO_ADDRESS  | true  | true  | NONE    | NORMAL   | NEVER        | UNLIMITED   | suppressed no_address; preference default; addresses 0
            EMAIL   | DEFAULT         | UNREACHABLE | true  | true  | NONE    | NORMAL   | NEVER        | UNLIMITED   | suppressed address_unreachable; preference default; addresses 0
            EMAIL   | DEFAULT         | ONE_ADDRESS | false | false | NOW     | NORMAL   | NEVER        | UNLIMITED   | suppressed no_provider; preference default; addresses 1; provider none
            EMAIL   | DEFAULT         | ONE_ADDRESS | true  | false | NOW     | NORMAL   | NEVER        | REACHED     | suppressed no_content; preference default; addresses 1; provider acme/first; content none
            EMAIL   | DEFAULT         | ONE_ADDRESS | true  | true  | NOW     | BULK     | NEVER        | REACHED     | suppressed rate_limited; preference default; addresses 1; provider acme/first; content as given; quiet 1795071600000; rate reached
            EMAIL   | OUT_BY_CHANNEL  | NO_ADDRESS  | false | false | NONE    | NORMAL   | LONG_EXPIRED | REACHED     | expired
            SMS     | DEFAULT         | ONE_ADDRESS | true  | true  | NONE    | NORMAL   | NEVER        | UNLIMITED   | suppressed opted_out; preference default
            SMS     | IN_BY_CHANNEL   | ONE_ADDRESS | true  | true  | NONE    | NORMAL   | NEVER        | UNLIMITED   | pending; preference channel; addresses 1; provider acme/first; content as given
            SMS     | IN_BY_CHANNEL_OUT_BY_TYPE | ONE_ADDRESS | true | true | NONE | NORMAL | NEVER       | UNLIMITED   | suppressed opted_out; preference type
            PUSH    | DEFAULT         | UNREACHABLE | true  | true  | NONE    | NORMAL   | NEVER        | UNLIMITED   | suppressed address_unreachable; preference default; addresses 0
            WEBHOOK | DEFAULT         | ONE_ADDRESS | true  | false | NONE    | NORMAL   | NEVER        | UNLIMITED   | pending; preference default; addresses 1; provider acme/first; content as given
            """)
    void verdict_followsTheRules(
            Channel channel,
            Choice choice,
            Reach reach,
            boolean provider,
            boolean content,
            Quiet quiet,
            Priority priority,
            Expiry expiry,
            Rate rate,
            String verdict) {
        RoutingCase one =
                new RoutingCase(Set.of(channel), choice, reach, provider, content, quiet, priority, expiry, rate);
        assertThat(verdict(one, channel)).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # kinds of the devices | kinds with a provider | verdict
            APNS          | APNS FCM | pending; preference default; addresses 1; provider acme/apns; content as given
            FCM APNS      | APNS FCM | pending; preference default; addresses 2; provider acme/fcm; content as given
            FCM APNS      | APNS     | pending; preference default; addresses 2; provider acme/apns; content as given
            FCM FCM APNS  | APNS     | pending; preference default; addresses 3; provider acme/apns; content as given
            FCM WEB_PUSH  | APNS     | suppressed no_provider; preference default; addresses 2; provider none
            """)
    void kindWithoutProvider_isSkipped(String devices, String served, String verdict) {
        Decision decision = RoutingCase.PUSH_ALLOWED.decide(kinds(devices), Set.copyOf(kinds(served)));
        assertThat(text(decision.verdicts().get(Channel.PUSH))).isEqualTo(verdict);
    }

    private static List<AddressKind> kinds(String names) {
        return Arrays.stream(names.split(" ")).map(AddressKind::valueOf).toList();
    }

    @Test
    void everyCombination_followsTheRules() {
        int cases = 0;
        for (Channel channel : Channel.values()) {
            for (Choice choice : Choice.values()) {
                for (Reach reach : Reach.values()) {
                    for (Priority priority : Priority.values()) {
                        cases += assertAll(channel, choice, reach, priority);
                    }
                }
            }
        }
        assertThat(cases).isEqualTo(60_480);
    }

    private static int assertAll(Channel channel, Choice choice, Reach reach, Priority priority) {
        int cases = 0;
        for (boolean provider : new boolean[] {false, true}) {
            for (boolean content : new boolean[] {false, true}) {
                for (Quiet quiet : Quiet.values()) {
                    for (Expiry expiry : Expiry.values()) {
                        for (Rate rate : Rate.values()) {
                            RoutingCase one = new RoutingCase(
                                    Set.of(channel), choice, reach, provider, content, quiet, priority, expiry, rate);
                            assertThat(verdict(one, channel)).as("%s", one).isEqualTo(expected(one, channel));
                            cases++;
                        }
                    }
                }
            }
        }
        return cases;
    }

    private static String verdict(RoutingCase one, Channel channel) {
        return text(one.decide().verdicts().get(channel));
    }

    /** The status and all findings: the stored text abbreviates the usual ones. */
    private static String text(Verdict verdict) {
        return Stream.concat(
                        Stream.of(verdict.status().text()),
                        verdict.findings().stream().map(Finding::text))
                .collect(Collectors.joining("; "));
    }

    /** The rules once more, from the last to the first, as text. */
    private static String expected(RoutingCase one, Channel channel) {
        boolean inApp = channel == Channel.IN_APP;
        boolean limited = one.rate() == Rate.REACHED;
        String preference = "; preference " + rule(one.choice());
        String addresses = preference + "; addresses " + (one.reach() == Reach.ONE_ADDRESS ? 1 : 0);
        String provider = addresses + "; provider " + (one.provider() ? RoutingCase.PROVIDER : "none");
        boolean hasContent = one.content() || channel == Channel.WEBHOOK;
        String content = provider + "; content " + (hasContent ? "as given" : "none");
        boolean waits = one.quiet() == Quiet.NOW && one.priority() != Priority.CRITICAL;
        String quiet = content + (waits ? QUIET : "");
        String verdict = limited ? "suppressed rate_limited" + quiet + "; rate reached" : "pending" + quiet;
        verdict = hasContent ? verdict : "suppressed no_content" + content;
        verdict = one.provider() ? verdict : "suppressed no_provider" + provider;
        verdict = switch (one.reach()) {
            case NO_ADDRESS -> "suppressed no_address" + addresses;
            case UNREACHABLE -> "suppressed address_unreachable" + addresses;
            case ONE_ADDRESS -> verdict;
        };
        if (inApp) {
            String shown = preference + "; content " + (one.content() ? "as given" : "none");
            verdict = limited ? "suppressed rate_limited" + shown + "; rate reached" : "sent" + shown;
            verdict = one.content() ? verdict : "suppressed no_content" + shown;
        }
        verdict = allowed(one.choice(), channel) ? verdict : "suppressed opted_out" + preference;
        return one.expiry().expired() ? "expired" : verdict;
    }

    private static boolean allowed(Choice choice, Channel channel) {
        return switch (choice) {
            case REQUIRED_TYPE, IN_BY_CHANNEL -> true;
            case DEFAULT -> channel != Channel.SMS;
            case OUT_BY_CHANNEL, OUT_BY_CATEGORY, OUT_BY_TYPE, IN_BY_CHANNEL_OUT_BY_TYPE -> false;
        };
    }

    private static String rule(Choice choice) {
        return switch (choice) {
            case DEFAULT -> "default";
            case REQUIRED_TYPE -> "required";
            case OUT_BY_CHANNEL, IN_BY_CHANNEL -> "channel";
            case OUT_BY_CATEGORY -> "category";
            case OUT_BY_TYPE, IN_BY_CHANNEL_OUT_BY_TYPE -> "type";
        };
    }
}
