package dev.tidings.channels.fcm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.channels.FullPushes;
import dev.tidings.core.delivery.Address;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.UUID;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class FcmSizeTest {
    @Provide
    Arbitrary<Message.Push> full() {
        return FullPushes.any();
    }

    @Property(tries = 300)
    void acceptedPush_isNeverTooLarge(@ForAll("full") Message.Push push) {
        assertThat(message(push).tooLarge()).isFalse();
    }

    /** Reserialised, ten thousand would gain a dot and a zero, and an amount would lose a digit. */
    @Test
    void nonStringValue_isTheOriginalJson() throws Exception {
        String data = "{\"a\":1e4, \"b\": {\"c\" : [1.10, \"\\u00e9}\"]} ,\"d\":\"\\u00e9\",\"e\":[],\"f\":null}";
        assertThat(new ObjectMapper()
                        .readTree(message(new Message.Push(null, null, data, null))
                                .json(Instant.EPOCH))
                        .at("/message/data"))
                .hasToString("{\"a\":\"1e4\",\"b\":\"{\\\"c\\\" : [1.10, \\\"\\\\u00e9}\\\"]}\",\"d\":\"é\","
                        + "\"e\":\"[]\",\"f\":\"null\"}");
    }

    private static FcmMessage message(Message.Push push) {
        return new FcmMessage(new Delivery(
                new UserKey("acme", "ann"),
                new UUID(7, 7),
                new Address(AddressKind.FCM, "cX9:APA91b"),
                push,
                Priority.NORMAL,
                null,
                1));
    }
}
