package dev.tidings.server.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Priority;
import dev.tidings.testkit.FrozenRecords;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Envelopes of format 1, as they are in logs, schedules and frozen folders. */
class FrozenEnvelopeTest {
    private static final UUID ID = UUID.fromString("01920a1b-2c3d-7abc-8000-000000000001");
    private static final UUID POSITION = UUID.fromString("01920a1b-ffff-7abc-8000-000000000002");
    private static final Instant EXPIRES = Instant.ofEpochMilli(1_800_000_000_123L);
    private static final Set<Channel> NONE = Set.of();

    private final FrozenRecords frozen = new FrozenRecords("envelope-1");

    @Test
    void frozenSamples_areDecoded() {
        frozen.assertReadBytes(samples(), EnvelopeCodec::decode);
    }

    @Test
    void envelopes_areEncodedAsFrozen() {
        frozen.assertWrittenBytes(samples(), EnvelopeCodec::encode);
    }

    @Test
    void markedCopy_isTheFrozenRedeliveredOne() {
        Map<String, Envelope> samples = samples();
        assertThat(RecordHeader.markRedelivered(EnvelopeCodec.encode(samples.get("plain"))))
                .isEqualTo(EnvelopeCodec.encode(samples.get("redelivered")));
    }

    private static Map<String, Envelope> samples() {
        Map<String, Envelope> samples = new LinkedHashMap<>();
        Notification plain = notification(Priority.NORMAL, NONE);
        samples.put("plain", new Envelope(plain, Optional.of("usr_42"), false, false));
        samples.put("redelivered", new Envelope(plain, Optional.of("usr_42"), false, true));
        samples.put("to a list", new Envelope(plain, Optional.empty(), false, false));
        samples.put("shared content", new Envelope(plain, Optional.of("zoë"), true, false));
        samples.put("expiring", new Envelope(plain.withExpiry(EXPIRES), Optional.of("usr_42"), false, false));
        samples.put("own position", new Envelope(plain.withPosition(POSITION), Optional.of("usr_42"), false, false));
        samples.put("locale", new Envelope(with("pt-BR", null, 0), Optional.of("usr_42"), false, false));
        samples.put("idempotency key", new Envelope(with(null, "order 7", 0), Optional.of("usr_42"), false, false));
        samples.put("templates", new Envelope(with(null, null, 300), Optional.of("usr_42"), false, false));
        samples.put("everything", new Envelope(everything(), Optional.of("zoë 🙂"), true, true));
        for (Priority priority : Priority.values()) {
            samples.put(
                    "priority " + priority.wire(),
                    new Envelope(notification(priority, NONE), Optional.of("u"), false, false));
        }
        for (Channel channel : Channel.values()) {
            samples.put(
                    "channel " + channel.wire(),
                    new Envelope(notification(Priority.NORMAL, Set.of(channel)), Optional.of("u"), false, false));
        }
        return samples;
    }

    private static Notification notification(Priority priority, Set<Channel> channels) {
        return new Notification(
                "acme", ID, ID, "order_shipped", priority, channels, null, null, "key_1", null, 0, request());
    }

    private static Notification with(String locale, String idempotencyKey, int templates) {
        return new Notification(
                "acme",
                ID,
                ID,
                "order_shipped",
                Priority.NORMAL,
                NONE,
                locale,
                null,
                "key_1",
                idempotencyKey,
                templates,
                request());
    }

    private static Notification everything() {
        return new Notification(
                "acme",
                ID,
                POSITION,
                "order_shipped",
                Priority.CRITICAL,
                EnumSet.allOf(Channel.class),
                "pt-BR",
                EXPIRES,
                "key_1",
                "order 7",
                1,
                new byte[0]);
    }

    private static byte[] request() {
        return "{\"title\":\"é\"}".getBytes(UTF_8);
    }
}
