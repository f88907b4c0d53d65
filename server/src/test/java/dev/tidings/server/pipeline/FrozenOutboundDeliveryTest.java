package dev.tidings.server.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.testkit.FrozenRecords;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Outbound deliveries of format 1, as they are in logs, schedules and dead letters. */
class FrozenOutboundDeliveryTest {
    private static final UserKey USER = new UserKey("acme", "zoë");
    private static final UUID ID = UUID.fromString("01920a1b-2c3d-7abc-8000-000000000001");
    private static final UUID POSITION = UUID.fromString("01920a1b-ffff-7abc-8000-000000000002");
    private static final Instant EXPIRES = Instant.ofEpochMilli(1_800_000_000_123L);
    private static final Message SMS = new Message.Sms("Hello");

    private final FrozenRecords frozen = new FrozenRecords("outgoing-1");

    @Test
    void frozenSamples_areDecoded() {
        frozen.assertReadBytes(samples(), OutboundDeliveryCodec::decode);
    }

    @Test
    void deliveries_areEncodedAsFrozen() {
        frozen.assertWrittenBytes(samples(), OutboundDeliveryCodec::encode);
    }

    @Test
    void markedCopy_isTheFrozenRedeliveredOne() {
        Map<String, OutboundDelivery> samples = samples();
        assertThat(RecordHeader.markRedelivered(OutboundDeliveryCodec.encode(samples.get("sms"))))
                .isEqualTo(OutboundDeliveryCodec.encode(samples.get("redelivered")));
    }

    private static Map<String, OutboundDelivery> samples() {
        Map<String, OutboundDelivery> samples = new LinkedHashMap<>();
        samples.put("push", first(Channel.PUSH, new Message.Push("Title", "Body", "{\"n\":1}", "app://here"), false));
        samples.put("push without anything", first(Channel.PUSH, new Message.Push(null, null, null, null), false));
        samples.put("push with an empty title", first(Channel.PUSH, new Message.Push("", "Body", null, null), false));
        samples.put(
                "email",
                first(Channel.EMAIL, new Message.Email("Subject", "Text", "<p>Text</p>", "https://t/u/x"), false));
        samples.put("email of text alone", first(Channel.EMAIL, new Message.Email("Subject", "é", null, null), false));
        samples.put("sms", first(Channel.SMS, SMS, false));
        samples.put("webhook", first(Channel.WEBHOOK, new Message.Webhook("{\"a\":[1]}"), false));
        samples.put("redelivered", first(Channel.SMS, SMS, true));
        samples.put("own position", of(Priority.NORMAL, POSITION, null, List.of(), false, 1, 0, null));
        samples.put("expiring", of(Priority.NORMAL, ID, EXPIRES, List.of(), false, 1, 0, null));
        samples.put("second device", of(Priority.NORMAL, ID, null, List.of("phone", "tablet"), true, 2, 0, null));
        samples.put("replayed", of(Priority.NORMAL, ID, null, List.of(), false, 1, 3, null));
        samples.put("waited for a permit", of(Priority.NORMAL, ID, null, List.of(), false, 1, 0, "acme/main"));
        samples.put("everything", of(Priority.HIGH, POSITION, EXPIRES, List.of("phone"), true, 300, 200, "acme/main"));
        for (Priority priority : Priority.values()) {
            samples.put("priority " + priority.wire(), of(priority, ID, null, List.of(), false, 1, 0, null));
        }
        return samples;
    }

    private static OutboundDelivery first(Channel channel, Message message, boolean redelivered) {
        return OutboundDelivery.first(
                USER, ID, ID, "order_shipped", Priority.NORMAL, channel, null, message, redelivered);
    }

    private static OutboundDelivery of(
            Priority priority,
            UUID position,
            Instant expires,
            List<String> places,
            boolean sent,
            int attempt,
            int round,
            String turnWith) {
        return new OutboundDelivery(
                USER,
                ID,
                position,
                "order_shipped",
                priority,
                Channel.SMS,
                expires,
                SMS,
                places,
                sent,
                attempt,
                round,
                turnWith,
                false);
    }
}
