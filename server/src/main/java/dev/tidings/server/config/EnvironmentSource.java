package dev.tidings.server.config;

import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads the {@code TIDINGS_…} variables. One that is not known is a mistake: it was meant to set something. */
final class EnvironmentSource {

    /** Read by the launcher, the command line and the lab, before there is a configuration. */
    static final Set<String> NOT_OPTIONS =
            Set.of("TIDINGS_JAVA_OPTS", "TIDINGS_DEBUG", "TIDINGS_URL", "TIDINGS_KEY", "TIDINGS_LAB_JAVA_HOME");

    /**
     * What Kubernetes puts into every pod next to a service called "tidings": nobody typed those, and refusing them
     * would keep Tidings from starting there. {@code TIDINGS_PORT=8080}, in contrast, somebody typed.
     */
    private static final Pattern OF_KUBERNETES =
            Pattern.compile("TIDINGS_([A-Z0-9_]+_)?(SERVICE_HOST=.*|SERVICE_PORT(_[A-Z0-9_]+)?=\\d+"
                    + "|PORT(_\\d+_(TCP|UDP|SCTP))?=(tcp|udp|sctp)://.*"
                    + "|PORT_\\d+_(TCP|UDP|SCTP)_(PROTO|PORT|ADDR)=.*)");

    private final Map<String, String> environment;
    private final Map<String, Setting> known;
    private final Given given;

    EnvironmentSource(Map<String, String> environment, OptionTree<?> options, Given given) {
        this.environment = new TreeMap<>(environment);
        this.known =
                options.settings().values().stream().collect(Collectors.toMap(Setting::variable, Function.identity()));
        this.given = given;
    }

    void read() {
        environment.forEach((name, text) -> {
            Setting setting = known.get(name);
            if (setting != null) {
                given.take(setting, new Origin.Variable(name), () -> setting.read(text));
            } else if (name.startsWith(Setting.PREFIX) && !isForOthers(name, text)) {
                given.mistake(new Origin.Variable(name), "unknown variable" + suggestion(name));
            }
        });
    }

    private static boolean isForOthers(String name, String text) {
        return NOT_OPTIONS.contains(name)
                || OF_KUBERNETES.matcher(name + "=" + text).matches();
    }

    private String suggestion(String name) {
        // Measured without what all of them begin with, or any two short names would be near.
        String rest = name.substring(Setting.PREFIX.length());
        return Nearest.to(
                        rest,
                        () -> known.keySet().stream()
                                .map(variable -> variable.substring(Setting.PREFIX.length()))
                                .iterator())
                .map(Setting.PREFIX::concat)
                .or(() -> known.keySet().stream()
                        .filter(variable -> variable.endsWith("_" + rest))
                        .min(Comparator.naturalOrder()))
                .map(near -> "; did you mean '" + near + "'?")
                .orElse("; './tidings config reference' lists all");
    }
}
