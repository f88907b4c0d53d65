package dev.tidings.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.UserKey;
import dev.tidings.server.auth.UnsubscribeLinks.Unsubscription;
import dev.tidings.testkit.SteppedClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Links in mail that was sent years ago still work. */
class FrozenUnsubscribeLinkTest {
    private static final UserKey USER = new UserKey("acme", "zoë\n1");
    private static final Unsubscription EXPECTED =
            new Unsubscription(USER, "order_shipped", Instant.parse("2026-11-19T00:00:00Z"));
    private static final Unsubscription OF_UNKNOWN_AGE = new Unsubscription(USER, "order_shipped", Instant.MIN);
    /** Of a version that signed links, without encryption and expiry. */
    private static final String SIGNED = "YWNtZQpvcmRlcl9zaGlwcGVkCnpvw6sKMeUx1avRorG3pEDdY9zo8W3qyw";

    private static final String SEALED = "hNEClay4A-Txv2X8a1bMKYgXJSLvc5lDjDg5CS9ChIze5pvBnekeaLckXu0VTF0Fv-zq7pVOxXu3";

    private final SteppedClock clock = new SteppedClock(Instant.parse("2026-11-18T12:00:00Z"));
    private final UnsubscribeLinks links =
            new UnsubscribeLinks("https://t.example", List.of(new byte[] {1, 2, 3}), clock);

    @Test
    void frozenLinks_areRead() {
        assertThat(links.read(SIGNED)).contains(OF_UNKNOWN_AGE);
        assertThat(links.read(SEALED)).contains(EXPECTED);
    }

    @Test
    void link_isTheFrozenOne() {
        assertThat(links.link(USER, "order_shipped")).isEqualTo("https://t.example/u/" + SEALED);
    }

    @Test
    void link_revealsNothing() {
        byte[] bytes = Base64.getUrlDecoder().decode(token(links));
        assertThat(new String(bytes, StandardCharsets.UTF_8)).doesNotContain("acme", "zoë", "order");
    }

    @Test
    void link_expiresAfterTwoYears() {
        String token = token(links);
        clock.advance(Duration.ofDays(731));
        assertThat(links.read(token)).contains(EXPECTED);
        clock.advance(Duration.ofDays(1));
        assertThat(links.read(token)).isEmpty();
        assertThat(links.read(SIGNED)).as("has no expiry").contains(OF_UNKNOWN_AGE);
    }

    @Test
    void linkOfAnEarlierKey_isRead() {
        UnsubscribeLinks rotated =
                new UnsubscribeLinks("https://t.example", List.of(new byte[] {9}, new byte[] {1, 2, 3}), clock);
        assertThat(rotated.read(token(links))).contains(EXPECTED);
        assertThat(links.read(token(rotated))).isEmpty();
    }

    private static String token(UnsubscribeLinks links) {
        return links.link(USER, "order_shipped").substring("https://t.example/u/".length());
    }
}
