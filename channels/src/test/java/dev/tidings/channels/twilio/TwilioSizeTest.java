package dev.tidings.channels.twilio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.SizeViolation;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class TwilioSizeTest {
    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> piece = Arbitraries.of("x", "€", "я", "\uD83D\uDE00", "\n");
        return piece.flatMap(most -> piece.list()
                .ofMaxSize(5)
                .flatMap(some -> Arbitraries.integers()
                        .between(300, 1_700)
                        .map(times -> String.join("", some) + most.repeat(times))));
    }

    @Property(tries = 500)
    void acceptedText_isNeverTooLong(@ForAll("texts") String text) {
        Assume.that(SizeViolation.of(new Message.Sms(text)).isEmpty());
        assertThat(TwilioProvider.tooLong(text)).isFalse();
    }
}
