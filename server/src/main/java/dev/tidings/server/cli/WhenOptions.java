package dev.tidings.server.cli;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** When to send it, as people write it. Only told from one another here: whether it is a time, the server says. */
final class WhenOptions {
    private static final Pattern SHORT = Pattern.compile("([0-9]+)([smhd])");
    private static final Pattern WITH_OFFSET = Pattern.compile(".*[Tt].*([Zz]|[+-][0-9:]+)");

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description =
                    "Send it then: 2030-12-24T18:00:00Z, or without an offset by the clock of --zone or of the user.")
    private String at;

    @Option(names = "--zone", paramLabel = "ZONE", description = "Where the clock is, such as Europe/Berlin.")
    private String zone;

    @Option(
            names = "--in",
            paramLabel = "DURATION",
            description = "Send it after so long: 30s, 10m, 2h, 3d or ISO 8601.")
    private String in;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** Those of a request; none if it is to be sent at once. */
    Map<String, Object> fields() {
        if (at != null && in != null) {
            throw mistake("--at and --in can't both be given");
        }
        boolean local = at != null && !WITH_OFFSET.matcher(at).matches();
        if (zone != null && !local) {
            throw mistake("--zone is for a time given with --at and without an offset");
        }
        return ApiClient.object(
                "sendAt", local ? null : at, "sendAtLocal", local ? at : null, "zone", zone, "delay", iso(in));
    }

    /** As {@link #fields}, where one has to be given. */
    Map<String, Object> required() {
        if (at == null && in == null) {
            throw mistake("expected one of --at and --in");
        }
        return fields();
    }

    private ParameterException mistake(String what) {
        return new ParameterException(spec.commandLine(), what);
    }

    private static String iso(String duration) {
        if (duration == null) {
            return null;
        }
        Matcher matcher = SHORT.matcher(duration);
        if (!matcher.matches()) {
            return duration;
        }
        String unit = matcher.group(2).toUpperCase(Locale.ROOT);
        return (unit.equals("D") ? "P" : "PT") + matcher.group(1) + unit;
    }
}
