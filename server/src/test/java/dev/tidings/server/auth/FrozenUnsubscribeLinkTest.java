package dev.tidings.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.UserKey;
import dev.tidings.server.auth.UnsubscribeLinks.Unsubscription;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Links in mail that was sent years ago still work. */
class FrozenUnsubscribeLinkTest {
    private static final UserKey USER = new UserKey("acme", "zoë\n1");
    private static final String TOKEN = "YWNtZQpvcmRlcl9zaGlwcGVkCnpvw6sKMeUx1avRorG3pEDdY9zo8W3qyw";

    private final UnsubscribeLinks links = new UnsubscribeLinks("https://t.example", List.of(new byte[] {1, 2, 3}));

    @Test
    void frozenLink_isRead() {
        assertThat(links.read(TOKEN)).contains(new Unsubscription(USER, "order_shipped"));
    }

    @Test
    void link_isTheFrozenOne() {
        assertThat(links.link(USER, "order_shipped")).isEqualTo("https://t.example/u/" + TOKEN);
    }
}
