package dev.tidings.server.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Tests of the format of outbound deliveries: round trip, redelivery mark, lane and versions. */
class OutboundDeliveryCodecTest {

    @Property
    void record_roundTrips(@ForAll("outboundDelivery") OutboundDelivery outboundDelivery) {
        assertThat(OutboundDeliveryCodec.decode(OutboundDeliveryCodec.encode(outboundDelivery)))
                .isEqualTo(outboundDelivery);
    }

    /** The code that re-appends a record does not know its kind. */
    @Property
    void record_canBeMarkedAsRedelivered(@ForAll("outboundDelivery") OutboundDelivery outboundDelivery) {
        byte[] marked = RecordHeader.markRedelivered(OutboundDeliveryCodec.encode(outboundDelivery));
        assertThat(OutboundDeliveryCodec.decode(marked)).isEqualTo(outboundDelivery.asRedelivered());
    }

    @Property
    void entry_hasTheLaneOfItsChannelAndPartitionOfItsUser(
            @ForAll("outboundDelivery") OutboundDelivery outboundDelivery) {
        LogEntry entry = OutboundDeliveryCodec.entry(outboundDelivery);
        assertThat(entry.lane().stage().name())
                .isEqualTo(outboundDelivery.channel().name());
        assertThat(entry.lane().priority()).isEqualTo(outboundDelivery.priority());
        assertThat(entry.partition()).isEqualTo(outboundDelivery.user().partition());
        assertThat(entry.tenant()).isEqualTo(outboundDelivery.user().tenant());
    }

    @Test
    void newerVersion_isRefused() {
        byte[] bytes = OutboundDeliveryCodec.encode(outgoing(new Random(1)));
        bytes[0] = 2;
        assertThatThrownBy(() -> OutboundDeliveryCodec.decode(bytes))
                .isInstanceOf(NewerVersionException.class)
                .hasMessageContaining("version 2");
    }

    @Provide
    Arbitrary<OutboundDelivery> outboundDelivery() {
        return Arbitraries.longs().map(seed -> outgoing(new Random(seed)));
    }

    private static OutboundDelivery outgoing(Random random) {
        UUID id = new UUID(random.nextLong(), random.nextLong());
        Channel channel = Channel.values()[1 + random.nextInt(4)];
        return new OutboundDelivery(
                new UserKey(text(random), text(random)),
                id,
                random.nextBoolean() ? id : new UUID(random.nextLong(), random.nextLong()),
                text(random),
                Priority.values()[random.nextInt(4)],
                channel,
                random.nextBoolean() ? null : Instant.ofEpochMilli(random.nextLong() >> 20),
                message(channel, random),
                random.nextBoolean() ? List.of() : List.of(text(random), text(random)),
                random.nextBoolean(),
                1 + random.nextInt(1_000),
                random.nextInt(300),
                part(random),
                random.nextBoolean());
    }

    private static Message message(Channel channel, Random random) {
        return switch (channel) {
            case PUSH -> new Message.Push(part(random), part(random), part(random), part(random));
            case EMAIL -> new Message.Email(part(random), part(random), part(random), part(random));
            case SMS -> new Message.Sms(text(random));
            default -> new Message.Webhook(text(random));
        };
    }

    private static String part(Random random) {
        return random.nextInt(3) == 0 ? null : text(random);
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(200);
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(random.nextBoolean() ? 'a' + random.nextInt(26) : 0x1f600 + random.nextInt(50));
        }
        return text.toString();
    }
}
