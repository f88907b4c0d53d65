package dev.tidings.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.metadata.ApiKeyScope;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.MissedPolicy;
import dev.tidings.core.metadata.WebhookEventKind;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.Suppression;
import dev.tidings.core.model.Template;
import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The names of constants in tables, requests and answers, whatever the constants are called in the code. */
class StoredNamesTest {
    @Test
    void wireNames_stay() {
        stay(Channel.values(), Channel::wire, "in_app push email sms webhook");
        stay(Priority.values(), Priority::wire, "critical high normal bulk");
        stay(DeliveryState.values(), DeliveryState::wire, "pending cancelled expired suppressed sent failed delivered");
        stay(
                Suppression.values(),
                Suppression::wire,
                "opted_out rate_limited no_address address_unreachable no_provider no_content");
        stay(Template.State.values(), Template.State::wire, "active inactive deleted");
        stay(
                WebhookEventKind.values(),
                WebhookEventKind::wire,
                "delivery.sent delivery.delivered delivery.failed notification.read notification.archived");
        stay(ApiKeyScope.values(), ApiKeyScope::wire, "send read manage admin");
        stay(MissedPolicy.values(), MissedPolicy::wire, "skip catch_up");
        stay(AddressKind.values(), AddressKind::wire, "apns fcm web_push mailbox phone url");
    }

    @Test
    void namesInTheAuditLog_stay() {
        stay(MetadataStore.Endpoints.Change.values(), Enum::name, "ADD CHANGE ROTATE_SECRET PAUSE RESUME");
        stay(MetadataStore.RecurringSchedules.Change.values(), Enum::name, "PUT PAUSE RESUME");
    }

    private static <T> void stay(T[] constants, Function<T, String> name, String expected) {
        assertThat(Arrays.stream(constants).map(name)).containsExactlyInAnyOrder(expected.split(" "));
    }
}
