package dev.tidings.server.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A strict parser of the Prometheus text format: every family has one HELP and one TYPE before its samples, which stand together; names, labels
 * and values are well formed, no series occurs twice, and histograms are cumulative.
 */
final class PrometheusText {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");
    private static final Pattern SAMPLE =
            Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? (NaN|[+-]Inf|-?[0-9.]+(?:E-?[0-9]+)?)");
    private static final Pattern LABEL =
            Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\n]|\\\\[\\\\\"n])*)\"(,|$)");
    private static final Map<String, List<String>> SUFFIXES = Map.of(
            "counter", List.of(""),
            "gauge", List.of(""),
            "histogram", List.of("_bucket", "_sum", "_count"),
            "summary", List.of("", "_sum", "_count"));

    private final Map<String, Family> families = new LinkedHashMap<>();
    private final Map<String, Double> values = new HashMap<>();

    /** The samples of one metric. */
    record Family(String name, String help, String type, List<Sample> samples) {}

    /** A line with a value. */
    record Sample(String name, Map<String, String> labels, double value) {}

    static PrometheusText parse(String text) {
        return new PrometheusText(text);
    }

    private PrometheusText(String text) {
        if (!text.endsWith("\n")) {
            throw new AssertionError("the last line does not end");
        }
        Family family = null;
        String help = null;
        for (String line : text.split("\n")) {
            String[] words = line.split(" ", 4);
            if (line.startsWith("# HELP ")) {
                require(help == null && words.length == 4 && !words[3].isBlank(), line);
                require(NAME.matcher(words[2]).matches(), line);
                help = words[2] + " " + words[3];
            } else if (line.startsWith("# TYPE ")) {
                require(help != null && help.startsWith(words[2] + " ") && SUFFIXES.containsKey(words[3]), line);
                family = new Family(words[2], help.substring(words[2].length() + 1), words[3], new ArrayList<>());
                require(families.put(words[2], family) == null, line);
                help = null;
            } else {
                require(family != null && help == null, line);
                add(family, line);
            }
        }
        families.values().stream()
                .filter(one -> one.type().equals("histogram"))
                .forEach(PrometheusText::requireCumulative);
    }

    private void add(Family family, String line) {
        Matcher matcher = SAMPLE.matcher(line);
        require(matcher.matches(), line);
        String name = matcher.group(1);
        require(SUFFIXES.get(family.type()).stream().anyMatch(end -> name.equals(family.name() + end)), line);
        require(!family.type().equals("counter") || name.endsWith("_total"), line);
        Map<String, String> labels = new TreeMap<>();
        if (matcher.group(2) != null) {
            Matcher label = LABEL.matcher(matcher.group(2));
            int end = 0;
            while (end < matcher.group(2).length()) {
                require(label.find() && label.start() == end, line);
                require(labels.put(label.group(1), label.group(2)) == null, line);
                end = label.end();
            }
        }
        double value = Double.parseDouble(matcher.group(3).replace("Inf", "Infinity"));
        require(values.put(name + labels, value) == null, line);
        family.samples().add(new Sample(name, labels, value));
    }

    private static void requireCumulative(Family family) {
        Map<Map<String, String>, Double> last = new HashMap<>();
        Map<Map<String, String>, Double> infinite = new HashMap<>();
        for (Sample sample : family.samples()) {
            Map<String, String> labels = new TreeMap<>(sample.labels());
            String bound = labels.remove("le");
            if (sample.name().endsWith("_bucket")) {
                double before = last.getOrDefault(labels, 0.0);
                require(bound != null && sample.value() >= before, sample.toString());
                last.put(labels, sample.value());
                if (bound.equals("+Inf")) {
                    infinite.put(labels, sample.value());
                }
            } else if (sample.name().endsWith("_count")) {
                require(infinite.get(labels) == sample.value(), sample.toString());
            }
        }
        require(infinite.keySet().equals(last.keySet()), family.name());
    }

    private static void require(boolean correct, String line) {
        if (!correct) {
            throw new AssertionError("not allowed here: " + line);
        }
    }

    Map<String, Family> families() {
        return families;
    }

    /** All names of labels. */
    Set<String> labelNames() {
        Set<String> names = new HashSet<>();
        families.values()
                .forEach(family -> family.samples()
                        .forEach(sample -> names.addAll(sample.labels().keySet())));
        return names;
    }

    /** The value of a series; 0 if there is none. */
    double value(String name, String... labels) {
        Map<String, String> wanted = new TreeMap<>();
        for (int i = 0; i < labels.length; i += 2) {
            wanted.put(labels[i], labels[i + 1]);
        }
        return values.getOrDefault(name + wanted, 0.0);
    }
}
