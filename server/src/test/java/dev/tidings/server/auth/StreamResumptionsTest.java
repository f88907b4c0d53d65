package dev.tidings.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the sealed credentials in the cookies of event streams. */
class StreamResumptionsTest {
    private static final String TICKET = "0123456789abcdefghijklmnopqrstuv";
    private static final TicketHolder HOLDER = new TicketHolder(
            new Caller.User("acme", "zoë 1", "k7", Instant.parse("2026-11-18T13:00:00Z")),
            Instant.parse("2026-11-18T12:00:00.123Z"));
    /** Of the first version: a browser may send it to a newer server. */
    private static final String FROZEN =
            "vZAvUzpwXfn1i3n0IBnB3oVhg2K-XQD0mTPBJz0bABIIp_WQOpymX1sSPQ9dsg8Q2EdB_AElNBTGdkdnKdu1T46dJEF61CNjuwY-";

    private final StreamResumptions resumptions = new StreamResumptions(List.of(new byte[] {1, 2, 3}));

    @Test
    void frozenText_isRead() {
        assertThat(resumptions.seal(TICKET, HOLDER)).isEqualTo(FROZEN);
        assertThat(resumptions.open(TICKET, FROZEN)).contains(HOLDER);
    }

    @Test
    void text_isBoundToItsTicket() {
        assertThat(resumptions.open(TICKET.replace('0', '1'), FROZEN)).isEmpty();
        assertThat(resumptions.open("", FROZEN)).isEmpty();
    }

    @Test
    void text_revealsNothing() {
        byte[] bytes = Base64.getUrlDecoder().decode(FROZEN);
        assertThat(new String(bytes, StandardCharsets.UTF_8)).doesNotContain("acme", "zoë", "k7");
    }

    @Test
    void otherText_isRefused() {
        for (String text : List.of("", "x", "%", "A".repeat(60), "A".repeat(5_000), FROZEN + "A", FROZEN + "=")) {
            assertThat(resumptions.open(TICKET, text)).as(text).isEmpty();
        }
    }

    @Test
    void linkOfAnUnsubscription_isNoResumption() {
        byte[] link =
                new LinkKey(new byte[] {1, 2, 3}).seal("acme\norder_shipped\nzoë".getBytes(StandardCharsets.UTF_8));
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(link);
        assertThat(resumptions.open(TICKET, text)).as("even under the same key").isEmpty();
    }

    @Test
    void textOfAnEarlierKey_isRead() {
        StreamResumptions rotated = new StreamResumptions(List.of(new byte[] {9}, new byte[] {1, 2, 3}));
        assertThat(rotated.open(TICKET, FROZEN)).contains(HOLDER);
        assertThat(resumptions.open(TICKET, rotated.seal(TICKET, HOLDER))).isEmpty();
    }
}
