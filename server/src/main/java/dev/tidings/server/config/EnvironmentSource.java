package dev.tidings.server.config;

import dev.tidings.server.validation.ClosestMatch;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads the options in {@code TIDINGS_…} environment variables into {@link CollectedValues}. An unknown one is an error, unless it belongs
 * to the launcher or was added by Kubernetes.
 */
final class EnvironmentSource {

    /** Variables of the launcher, the command line and the lab, which are read before there is a configuration. */
    static final Set<String> NOT_OPTIONS =
            Set.of("TIDINGS_JAVA_OPTS", "TIDINGS_DEBUG", "TIDINGS_URL", "TIDINGS_KEY", "TIDINGS_LAB_JAVA_HOME");

    /**
     * The variables that Kubernetes adds to every pod next to a service called "tidings". Rejecting them would keep Tidings from
     * starting there. {@code TIDINGS_PORT=8080}, in contrast, is a mistake of the user.
     */
    private static final Pattern KUBERNETES =
            Pattern.compile("TIDINGS_([A-Z0-9_]+_)?(SERVICE_HOST=.*|SERVICE_PORT(_[A-Z0-9_]+)?=\\d+"
                    + "|PORT(_\\d+_(TCP|UDP|SCTP))?=(tcp|udp|sctp)://.*"
                    + "|PORT_\\d+_(TCP|UDP|SCTP)_(PROTO|PORT|ADDR)=.*)");

    private final Map<String, String> environment;
    private final Map<String, ConfigOption> known;
    private final CollectedValues given;

    EnvironmentSource(Map<String, String> environment, OptionTree<?> options, CollectedValues given) {
        this.environment = new TreeMap<>(environment);
        this.known = options.settings().values().stream()
                .collect(Collectors.toMap(ConfigOption::variable, Function.identity()));
        this.given = given;
    }

    void read() {
        environment.forEach((name, text) -> {
            ConfigOption setting = known.get(name);
            if (setting != null) {
                given.take(setting, new Origin.Variable(name), () -> setting.read(text));
            } else if (name.startsWith(ConfigOption.PREFIX) && !isForeign(name, text)) {
                given.addError(
                        new Origin.Variable(name),
                        "unknown variable" + renamed(name).orElseGet(() -> suggestion(name)));
            }
        });
    }

    private static boolean isForeign(String name, String text) {
        return NOT_OPTIONS.contains(name)
                || KUBERNETES.matcher(name + "=" + text).matches();
    }

    private static Optional<String> renamed(String name) {
        return RenamedOptions.ofVariable(name).map(present -> "; renamed to '" + present + "'");
    }

    private String suggestion(String name) {
        // Compared without the common prefix, or any two short names would be similar.
        String rest = name.substring(ConfigOption.PREFIX.length());
        return ClosestMatch.to(
                        rest,
                        () -> known.keySet().stream()
                                .map(variable -> variable.substring(ConfigOption.PREFIX.length()))
                                .iterator())
                .map(ConfigOption.PREFIX::concat)
                .or(() -> known.keySet().stream()
                        .filter(variable -> variable.endsWith("_" + rest))
                        .min(Comparator.naturalOrder()))
                .map(near -> "; did you mean '" + near + "'?")
                .orElse("; './tidings config reference' lists all");
    }
}
