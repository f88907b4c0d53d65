package dev.tidings.server.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Priority;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Tests of the envelope format: round trip, versions and the frozen layout. */
class EnvelopeCodecTest {
    /** Frozen sample of version 1. Records of a version must stay readable as long as a log may hold them. */
    private static final String FROZEN = "01" + "02" + "02" + "01" // version, flags, priority, channels
            + "01920a1b2c3d7abc8000000000000001"
            + "0461636d65" // acme
            + "0d6f726465725f73686970706564" // order_shipped
            + "046b65795f" // key_
            + "067573725f3432" // usr_42
            + "7b7d";

    @Property
    void envelope_roundTrips(@ForAll("envelopes") Envelope envelope) {
        Envelope back = EnvelopeCodec.decode(EnvelopeCodec.encode(envelope));
        assertThat(back).usingRecursiveComparison().isEqualTo(envelope);
    }

    @Test
    void unknownVersion_isRefused() {
        byte[] bytes = EnvelopeCodec.encode(plain());
        bytes[0] = 9;
        assertThatThrownBy(() -> EnvelopeCodec.decode(bytes))
                .isInstanceOf(NewerVersionException.class)
                .hasMessageContaining("version 9")
                .hasMessageContaining("expected 1");
        bytes[0] = 0;
        assertThatThrownBy(() -> EnvelopeCodec.decode(bytes)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void layoutOfVersionOne_isFrozen() {
        assertThat(HexFormat.of().formatHex(EnvelopeCodec.encode(plain()))).isEqualTo(FROZEN);
    }

    @Test
    void templateRevision_precedesTheRequest() {
        String hex = HexFormat.of().formatHex(EnvelopeCodec.encode(withTemplates(300)));
        assertThat(hex).startsWith("0182").endsWith("ac02" + "7b7d").hasSize(FROZEN.length() + 4);
        assertThat(EnvelopeCodec.decode(HexFormat.of().parseHex(hex))
                        .notification()
                        .templateRevision())
                .isEqualTo(300);
    }

    private static Envelope plain() {
        return withTemplates(0);
    }

    private static Envelope withTemplates(int templates) {
        UUID id = UUID.fromString("01920a1b-2c3d-7abc-8000-000000000001");
        Notification notification = new Notification(
                "acme",
                id,
                id,
                "order_shipped",
                Priority.NORMAL,
                Set.of(Channel.IN_APP),
                null,
                null,
                "key_",
                null,
                templates,
                new byte[] {'{', '}'});
        return new Envelope(notification, Optional.of("usr_42"), false, false);
    }

    @Provide
    Arbitrary<Envelope> envelopes() {
        Arbitrary<String> texts = Arbitraries.strings().ofMaxLength(40);
        Arbitrary<UUID> ids = Arbitraries.longs().tuple2().map(bits -> new UUID(bits.get1(), bits.get2()));
        Arbitrary<Set<Channel>> channels = Arbitraries.of(Channel.class).set();
        Arbitrary<Instant> times =
                Arbitraries.longs().between(0, 4_000_000_000_000L).map(Instant::ofEpochMilli);
        Arbitrary<Notification> notifications = Combinators.combine(
                        texts.tuple4(),
                        ids.tuple2(),
                        Arbitraries.of(Priority.class),
                        channels,
                        texts.injectNull(0.3).tuple2(),
                        times.injectNull(0.3),
                        Arbitraries.bytes().array(byte[].class).ofMaxSize(300),
                        Arbitraries.integers().between(0, 1 << 30))
                .as((names, id, priority, wanted, optional, expires, request, number) -> new Notification(
                        names.get1(),
                        id.get1(),
                        number % 2 == 1 ? id.get2() : id.get1(),
                        names.get2(),
                        priority,
                        wanted,
                        optional.get1(),
                        expires,
                        names.get3(),
                        optional.get2(),
                        number / 2,
                        request));
        return Combinators.combine(
                        notifications, texts.optional(), Arbitraries.of(true, false), Arbitraries.of(true, false))
                .as(Envelope::new);
    }
}
