package dev.tidings.server.route;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What was decided for one user about one notification: a verdict for every channel it was meant for. Kept as a JSON object of
 * channel to verdict. The words in it are our own: there are no quotes or commas in them.
 */
public record Decision(Map<Channel, Verdict> verdicts) {
    /** What stands in front of the time at which quiet hours end, in milliseconds. */
    static final String QUIET = "quiet ";

    public Decision {
        verdicts = Collections.unmodifiableMap(new EnumMap<>(verdicts));
    }

    boolean showsInApp() {
        Verdict inApp = verdicts.get(Channel.IN_APP);
        return inApp != null && inApp.delivers();
    }

    /** The channels on which it leaves the house. */
    List<Channel> goesOutBy() {
        return verdicts.entrySet().stream()
                .filter(entry -> entry.getValue().state() == DeliveryState.PENDING)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Until when a channel has to wait for the end of the user's quiet hours. */
    Optional<Instant> quietUntil(Channel channel) {
        return verdicts.get(channel).because().stream()
                .filter(word -> word.startsWith(QUIET))
                .map(word -> Instant.ofEpochMilli(Long.parseLong(word.substring(QUIET.length()))))
                .findFirst();
    }

    String json() {
        return verdicts.entrySet().stream()
                .map(entry -> "\"" + entry.getKey().wire() + "\":\""
                        + entry.getValue().line() + "\"")
                .collect(Collectors.joining(",", "{", "}"));
    }

    public static Decision ofJson(String json) {
        Map<Channel, Verdict> verdicts = new EnumMap<>(Channel.class);
        String inside = json.substring(1, json.length() - 1);
        for (String entry : inside.isEmpty() ? new String[0] : inside.split(",")) {
            String[] parts = entry.replace("\"", "").split(":", 2);
            verdicts.put(Channel.ofWire(parts[0]).orElseThrow(), Verdict.ofLine(parts[1]));
        }
        return new Decision(verdicts);
    }
}
