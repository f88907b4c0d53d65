package dev.tidings.channels.apns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.channels.FullPushes;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.model.Priority;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ApnsSizeTest {
    @Provide
    Arbitrary<Message.Push> full() {
        return FullPushes.any();
    }

    @Property(tries = 300)
    void acceptedPush_isNeverTooLarge(@ForAll("full") Message.Push push, @ForAll Priority priority) {
        assertThat(ApnsPayload.of(push, priority).bytes()).isLessThanOrEqualTo(ApnsPayload.MAX_BYTES);
    }
}
