package dev.tidings.server.route;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The decision for one user about one notification: a verdict per requested channel. Stored as a JSON object of channel to verdict; the
 * verdicts contain no quotes or commas.
 */
public record Decision(Map<Channel, Verdict> verdicts) {
    /** The prefix of the end of quiet hours, in milliseconds. */
    static final String QUIET = "quiet ";

    public Decision {
        verdicts = Collections.unmodifiableMap(new EnumMap<>(verdicts));
    }

    boolean showsInApp() {
        Verdict inApp = verdicts.get(Channel.IN_APP);
        return inApp != null && inApp.delivers();
    }

    /** The outbound channels. */
    List<Channel> outboundChannels() {
        List<Channel> channels = new ArrayList<>(verdicts.size());
        verdicts.forEach((channel, verdict) -> {
            if (verdict.state() == DeliveryState.PENDING) {
                channels.add(channel);
            }
        });
        return channels;
    }

    /** The end of the user's quiet hours, if the channel has to wait for it. */
    Optional<Instant> quietUntil(Channel channel) {
        for (String word : verdicts.get(channel).findings()) {
            if (word.startsWith(QUIET)) {
                return Optional.of(Instant.ofEpochMilli(Long.parseLong(word.substring(QUIET.length()))));
            }
        }
        return Optional.empty();
    }

    String json() {
        StringBuilder json = new StringBuilder(128).append('{');
        verdicts.forEach((channel, verdict) -> {
            json.append(json.length() == 1 ? "\"" : ",\"")
                    .append(channel.wire())
                    .append("\":\"");
            verdict.appendTo(json);
            json.append('"');
        });
        return json.append('}').toString();
    }

    public static Decision ofJson(String json) {
        Map<Channel, Verdict> verdicts = new EnumMap<>(Channel.class);
        String inside = json.substring(1, json.length() - 1);
        for (String entry : inside.isEmpty() ? new String[0] : inside.split(",")) {
            String[] parts = entry.replace("\"", "").split(":", 2);
            verdicts.put(Channel.ofWire(parts[0]).orElseThrow(), Verdict.parse(parts[1]));
        }
        return new Decision(verdicts);
    }
}
