package dev.tidings.client;

import dev.tidings.client.model.CaptureRule;
import dev.tidings.client.model.CapturedMessage;
import dev.tidings.client.model.Channel;
import java.util.List;
import java.util.Map;

/** Messages that were captured instead of sent, for development and tests. */
public final class CapturedMessages {
    private final HttpCalls calls;

    CapturedMessages(HttpCalls calls) {
        this.calls = calls;
    }

    /** Newest first. */
    public Pages<CapturedMessage> list() {
        return list(null, null);
    }

    /**
     * Newest first.
     *
     * @param channel null for all
     * @param user null for all
     */
    public Pages<CapturedMessage> list(Channel channel, String user) {
        return new Pages<>(
                () -> calls.to(Operation.LIST_CAPTURED_MESSAGES)
                        .query("channel", channel == null ? null : channel.wire())
                        .query("user", user),
                CapturedMessage.class);
    }

    public void clear() {
        calls.to(Operation.CLEAR_CAPTURED_MESSAGES).send();
    }

    /** Scripts the outcomes of captured messages; an empty list accepts everything. */
    public void script(List<CaptureRule> rules) {
        calls.to(Operation.PUT_CAPTURE_SCRIPT).json(Map.of("rules", rules)).send();
    }
}
