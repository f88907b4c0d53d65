package dev.tidings.testkit;

import dev.tidings.core.log.Stage;
import java.util.LinkedHashMap;
import java.util.Map;

/** A map from stage names in frozen samples to the stages of the log. The names stay the same if a constant is renamed. */
public final class FrozenStages {
    public static final Map<String, Stage> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put("expand", Stage.EXPAND);
        BY_NAME.put("route", Stage.ROUTE);
        BY_NAME.put("push", Stage.PUSH);
        BY_NAME.put("email", Stage.EMAIL);
        BY_NAME.put("sms", Stage.SMS);
        BY_NAME.put("webhook", Stage.WEBHOOK);
        BY_NAME.put("events", Stage.EVENTS);
    }

    private FrozenStages() {}
}
