package dev.tidings.server.route;

import java.time.Instant;
import java.util.Optional;

/**
 * The result of one check of routing on a channel. Stored and shown as the name of the check and a value, such as
 * {@code preference default}.
 */
public sealed interface Finding {
    /** The value of a lookup without result. */
    String NONE = "none";

    /** The name of the check. */
    String step();

    /** The value, as it is stored. */
    String found();

    /** The value, as it is shown. */
    default String shown() {
        return found();
    }

    /** The preference that allows or forbids the channel, by the name of its rule. */
    record Preference(String found) implements Finding {
        @Override
        public String step() {
            return "preference";
        }
    }

    /** The number of usable addresses. */
    record Addresses(int count) implements Finding {
        @Override
        public String step() {
            return "addresses";
        }

        @Override
        public String found() {
            return Integer.toString(count);
        }
    }

    /** The id of the first provider that would be tried. */
    record Provider(Optional<String> id) implements Finding {
        @Override
        public String step() {
            return "provider";
        }

        @Override
        public String found() {
            return id.orElse(NONE);
        }
    }

    /** The source of the content. */
    record ContentSource(Optional<String> source) implements Finding {
        @Override
        public String step() {
            return "content";
        }

        @Override
        public String found() {
            return source.orElse(NONE);
        }
    }

    /** The end of the user's quiet hours, which the delivery waits for. */
    record QuietUntil(Instant time) implements Finding {
        @Override
        public String step() {
            return "quiet";
        }

        @Override
        public String found() {
            return Long.toString(time.toEpochMilli());
        }

        @Override
        public String shown() {
            return time.toString();
        }
    }

    /** The limit of the type per user and hour is reached. */
    record RateReached() implements Finding {
        @Override
        public String step() {
            return "rate";
        }

        @Override
        public String found() {
            return "reached";
        }
    }

    /** A check that only another version knows. */
    record OtherFinding(String step, String found) implements Finding {}

    /** The stored text. */
    default String text() {
        return found().isEmpty() ? step() : step() + ' ' + found();
    }

    /** Reads the stored text. */
    static Finding parse(String text) {
        int space = text.indexOf(' ');
        String step = space < 0 ? text : text.substring(0, space);
        String found = space < 0 ? "" : text.substring(space + 1);
        return switch (step) {
            case "preference" -> new Preference(found);
            case "addresses" -> new Addresses(Integer.parseInt(found));
            case "provider" -> new Provider(present(found));
            case "content" -> new ContentSource(present(found));
            case "quiet" -> new QuietUntil(Instant.ofEpochMilli(Long.parseLong(found)));
            case "rate" -> new RateReached();
            default -> new OtherFinding(step, found);
        };
    }

    private static Optional<String> present(String found) {
        return found.equals(NONE) ? Optional.empty() : Optional.of(found);
    }
}
