package dev.tidings.server.route;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.Suppression;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What was decided for one user about one notification: a verdict for every channel it was meant for. Kept as a JSON object of
 * channel to verdict. The words in it are our own and need no escaping.
 */
record Decision(Map<Channel, Verdict> verdicts) {
    Decision {
        verdicts = Collections.unmodifiableMap(new EnumMap<>(verdicts));
    }

    boolean showsInApp() {
        Verdict inApp = verdicts.get(Channel.IN_APP);
        return inApp != null && inApp.delivers();
    }

    String json() {
        return verdicts.entrySet().stream()
                .map(entry -> "\"" + entry.getKey().wire() + "\":\""
                        + entry.getValue().text() + "\"")
                .collect(Collectors.joining(",", "{", "}"));
    }

    static Decision ofJson(String json) {
        Map<Channel, Verdict> verdicts = new EnumMap<>(Channel.class);
        String inside = json.substring(1, json.length() - 1);
        for (String entry : inside.isEmpty() ? new String[0] : inside.split(",")) {
            String[] parts = entry.replace("\"", "").split(":");
            verdicts.put(Channel.ofWire(parts[0]).orElseThrow(), verdict(parts[1]));
        }
        return new Decision(verdicts);
    }

    private static Verdict verdict(String text) {
        String[] words = text.split(" ");
        Suppression reason = words.length == 1
                ? null
                : Arrays.stream(Suppression.values())
                        .filter(known -> known.wire().equals(words[1]))
                        .findFirst()
                        .orElseThrow();
        return new Verdict(DeliveryState.ofWire(words[0]).orElseThrow(), reason);
    }
}
