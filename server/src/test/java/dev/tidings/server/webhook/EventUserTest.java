package dev.tidings.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.UuidV7;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of whom an event is about, and since when. */
class EventUserTest {
    private static final Instant ACCEPTED = Instant.parse("2026-11-15T12:00:00Z");
    private static final Instant READ = ACCEPTED.plusSeconds(60);
    private static final UUID EVENT = UuidV7.smallestAt(READ);

    @Test
    void event_isAsOldAsItsNotification() {
        String body = "{\"data\":{\"notification\":\"" + UuidV7.smallestAt(ACCEPTED) + "\",\"user\":\"ann\"}}";
        assertThat(EventUser.of(EVENT, body)).isEqualTo(new EventUser(Optional.of("ann"), ACCEPTED));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"data\":{\"user\":\"ann\"}}",
                "{\"data\":{\"user\":\"ann\",\"notification\":\"none\"}}",
                "{\"data\":{\"user\":\"ann\",\"notification\":\"6ba7b810-9dad-11d1-80b4-00c04fd430c8\"}}"
            })
    void eventWithoutNotification_hasItsOwnTime(String body) {
        assertThat(EventUser.of(EVENT, body)).isEqualTo(new EventUser(Optional.of("ann"), READ));
    }
}
