package dev.tidings.channels.webpush;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.channels.FullPushes;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.PushSize;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class WebPushSizeTest {
    @Provide
    Arbitrary<Message.Push> full() {
        return FullPushes.any();
    }

    /** Exact: the size measured on acceptance is the size the page receives. */
    @Property(tries = 300)
    void acceptedPush_isNeverTooLarge(@ForAll("full") Message.Push push) {
        assertThat(WebPushPayload.of(push).length)
                .isEqualTo(PushSize.of(push))
                .isLessThanOrEqualTo(WebPushPayload.MAX_BYTES);
    }
}
