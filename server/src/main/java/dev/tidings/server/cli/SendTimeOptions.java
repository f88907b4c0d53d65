package dev.tidings.server.cli;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The options {@code --at}, {@code --zone} and {@code --in} of the commands {@code send} and {@code reschedule}. Turns them into the
 * request fields of a send time; the server validates the values.
 */
final class SendTimeOptions {
    private static final Pattern SHORT = Pattern.compile("([0-9]+)([smhd])");
    private static final Pattern WITH_OFFSET = Pattern.compile(".*[Tt].*([Zz]|[+-][0-9:]+)");

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description = "The send time: 2030-12-24T18:00:00Z, or a local time in --zone or in the user's time zone.")
    private String at;

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            description = "The time zone of a local send time, such as Europe/Berlin.")
    private String zone;

    @Option(
            names = "--in",
            paramLabel = "DURATION",
            description = "The delay until it is sent: 30s, 10m, 2h, 3d or ISO 8601.")
    private String in;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** The request fields of the send time; none to send immediately. */
    Map<String, Object> fields() {
        if (at != null && in != null) {
            throw mistake("--at and --in can't both be given");
        }
        boolean local = at != null && !WITH_OFFSET.matcher(at).matches();
        if (zone != null && !local) {
            throw mistake("--zone is for a time given with --at and without an offset");
        }
        return RequestFields.of(
                "sendAt", local ? null : at, "sendAtLocal", local ? at : null, "zone", zone, "delay", iso(in));
    }

    /** Like {@link #fields}, but fails if neither option is given. */
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
