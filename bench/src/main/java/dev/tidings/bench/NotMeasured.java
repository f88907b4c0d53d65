package dev.tidings.bench;

import java.util.Locale;

/** A case that could not be measured on this machine. It counts as missed. */
public record NotMeasured(ComparisonResult.BenchCase missing, String why) implements BenchOutcome {

    @Override
    public boolean met() {
        return false;
    }

    @Override
    public String json() {
        return String.format(
                Locale.ROOT,
                "{\"bench\":\"%s\",\"case\":\"%s\",\"unit\":\"%s\",\"reference\":\"%s\",\"target\":%.2f,\"met\":false,"
                        + "\"notMeasured\":\"%s\"}",
                missing.bench(),
                missing.name(),
                missing.unit(),
                missing.reference(),
                missing.target(),
                why.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}+", " "));
    }

    @Override
    public String text() {
        return String.format(
                Locale.ROOT,
                "%-28s not measured: %s",
                missing.name(),
                why.lines().findFirst().orElse(""));
    }
}
