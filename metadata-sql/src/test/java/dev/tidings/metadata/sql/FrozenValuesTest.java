package dev.tidings.metadata.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.Channel;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Lists and maps of texts as they are in columns of the metadata store. */
class FrozenValuesTest {
    private static final String TEXTS = "{\"body\":\"é \\\"x\\\"\\n\",\"title\":\"Hello {{name}}\"}";

    @Test
    void textMap_isOneJsonObjectInOneOrder() {
        Map<String, String> texts = Map.of("title", "Hello {{name}}", "body", "é \"x\"\n");
        assertThat(TextMaps.write(texts)).isEqualTo(TEXTS);
        assertThat(TextMaps.read(TEXTS)).isEqualTo(texts);
        assertThat(TextMaps.write(Map.of())).isEqualTo("{}");
    }

    @Test
    void list_isJoinedByCommas() {
        assertThat(ColumnValues.joined(EnumSet.allOf(Channel.class), Channel::wire))
                .isEqualTo("in_app,push,email,sms,webhook");
        assertThat(ColumnValues.split("sms,push", Channel::ofWire))
                .containsExactlyInAnyOrder(Channel.SMS, Channel.PUSH);
        assertThat(ColumnValues.split("", Channel::ofWire)).isEqualTo(Set.of());
    }
}
