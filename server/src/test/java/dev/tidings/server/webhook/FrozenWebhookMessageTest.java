package dev.tidings.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.server.pipeline.RecordHeader;
import dev.tidings.testkit.FrozenRecords;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Webhook events of format 1 on their way to an endpoint, as they are in logs and schedules. */
class FrozenWebhookMessageTest {
    private static final UUID EVENT = UUID.fromString("01920a1b-2c3d-7abc-8000-000000000001");

    private final FrozenRecords frozen = new FrozenRecords("webhook-message-1");

    @Test
    void frozenSamples_areDecoded() {
        frozen.assertReadBytes(samples(), WebhookMessage::decode);
    }

    @Test
    void messages_areEncodedAsFrozen() {
        frozen.assertWrittenBytes(samples(), WebhookMessage::encode);
    }

    @Test
    void mark_doesNotDisturbTheMessage() {
        samples().forEach((name, message) -> {
            byte[] marked = RecordHeader.markRedelivered(message.encode());
            assertThat(marked[1]).as(name).isEqualTo((byte) 0x40);
            assertThat(WebhookMessage.decode(marked)).as(name).isEqualTo(message);
        });
    }

    private static Map<String, WebhookMessage> samples() {
        Map<String, WebhookMessage> samples = new LinkedHashMap<>();
        samples.put(
                "first attempt",
                new WebhookMessage("acme", "wh_1", EVENT, "msg_1", "delivery.sent", "{\"id\":\"msg_1\"}", 1));
        samples.put("later attempt", new WebhookMessage("zoë", "wh_2", EVENT, "msg_2", "notification.read", "{}", 300));
        return samples;
    }
}
