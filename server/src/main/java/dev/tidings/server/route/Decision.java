package dev.tidings.server.route;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.tidings.core.model.Channel;
import java.io.IOException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** The decision for one user about one notification: a verdict per requested channel. Stored as a JSON object of channel to verdict. */
public record Decision(Map<Channel, Verdict> verdicts) {
    private static final JsonFactory JSON = new JsonFactory();

    public Decision {
        Map<Channel, Verdict> copy = new EnumMap<>(Channel.class);
        copy.putAll(verdicts);
        verdicts = Collections.unmodifiableMap(copy);
    }

    boolean showsInApp() {
        Verdict inApp = verdicts.get(Channel.IN_APP);
        return inApp != null && inApp.delivers();
    }

    /** Whether it is delivered on any channel. */
    boolean delivers() {
        for (Verdict verdict : verdicts.values()) {
            if (verdict.delivers()) {
                return true;
            }
        }
        return false;
    }

    boolean hasOutbound() {
        return verdicts.values().stream().anyMatch(Verdict::isOutbound);
    }

    /** The decision after the rate limit was reached: delivered on no channel. */
    Decision rateLimited() {
        Map<Channel, Verdict> limited = new EnumMap<>(Channel.class);
        verdicts.forEach((channel, verdict) -> limited.put(channel, verdict.rateLimited()));
        return new Decision(limited);
    }

    /** Written without a JSON generator: it is the most frequent text that routing writes. */
    String json() {
        StringBuilder json = new StringBuilder("{");
        for (Map.Entry<Channel, Verdict> entry : verdicts.entrySet()) {
            json.append(json.length() == 1 ? "\"" : ",\"")
                    .append(entry.getKey().wire())
                    .append("\":\"");
            JsonStringEncoder.getInstance().quoteAsString(entry.getValue().text(), json);
            json.append('"');
        }
        return json.append('}').toString();
    }

    /** @throws IllegalStateException if the text is damaged, or a newer version wrote it */
    public static Decision ofJson(String text) {
        Map<Channel, Verdict> verdicts = new EnumMap<>(Channel.class);
        try (JsonParser json = JSON.createParser(text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw unreadable(text);
            }
            for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
                Channel channel = Channel.ofWire(name).orElseThrow(() -> unreadable(text));
                String verdict = json.nextTextValue();
                if (verdict == null) {
                    throw unreadable(text);
                }
                verdicts.put(channel, Verdict.parse(verdict));
            }
        } catch (IOException e) {
            // Not as the cause: a failure caused by an IOException would be retried for ever.
            throw unreadable(text);
        }
        return new Decision(verdicts);
    }

    private static IllegalStateException unreadable(String text) {
        return new IllegalStateException(
                "stored decision: got '" + text + "', expected a JSON object of channel to verdict");
    }
}
