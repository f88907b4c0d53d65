package dev.tidings.server.config;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Maps former names of options and sections to their present ones, for error messages: a former name is refused, not accepted. */
final class RenamedOptions {
    /** Sections stand behind their options: the first entry that fits decides. */
    private static final Map<String, String> NEW_NAMES = new LinkedHashMap<>();

    static {
        NEW_NAMES.put("deliver.firstRetry", "delivery.firstRetryDelay");
        NEW_NAMES.put("deliver.longestRetry", "delivery.maxRetryDelay");
        NEW_NAMES.put("deliver", "delivery");
        NEW_NAMES.put("hot.pages", "inbox.pageCache");
        NEW_NAMES.put("live.patience", "live.slowConsumerTimeout");
        NEW_NAMES.put("log.pending", "log.maxPending");
        NEW_NAMES.put("meta", "metadata");
        NEW_NAMES.put("schedule.ahead", "schedule.maxWaitingPerLane");
    }

    private RenamedOptions() {}

    static Collection<String> presentNames() {
        return NEW_NAMES.values();
    }

    /** The present name of a former option or section. */
    static Optional<String> of(String path) {
        return find(path, ".", former -> former);
    }

    /** The present name of the environment variable of a former option. */
    static Optional<String> ofVariable(String variable) {
        return find(variable, "_", ConfigOption::variableOf);
    }

    private static Optional<String> find(String name, String separator, UnaryOperator<String> spelling) {
        return NEW_NAMES.entrySet().stream()
                .filter(entry -> name.equals(spelling.apply(entry.getKey()))
                        || name.startsWith(spelling.apply(entry.getKey()) + separator))
                .findFirst()
                .map(entry -> spelling.apply(entry.getValue())
                        + name.substring(spelling.apply(entry.getKey()).length()));
    }
}
