package dev.tidings.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that the types and the pages that documents refer to exist. */
class DocumentReferencesTest {
    private static final Pattern TYPE = Pattern.compile("`([A-Z][a-z]\\w+)(?:\\.[A-Z]\\w+)?`");
    private static final Pattern DECLARATION = Pattern.compile("\\b(?:class|interface|record|enum)\\s+(\\w+)");
    private static final Pattern SCHEMA = Pattern.compile("(?m)^    ([A-Z]\\w+):");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

    /** Names of browsers, HTTP and client.js, which no Java file declares. */
    private static final Set<String> NOT_JAVA =
            Set.of("Authorization", "EventSource", "HttpOnly", "Partitioned", "TidingsError");

    @Test
    void types_exist() {
        Set<String> declared = new HashSet<>(NOT_JAVA);
        SourceTree.files(".java").forEach(file -> find(DECLARATION, SourceTree.read(file), declared::add));
        find(SCHEMA, SourceTree.read(SourceTree.ROOT.resolve("server/src/main/resources/openapi.yaml")), declared::add);
        assertThat(declared).hasSizeGreaterThan(500);
        List<String> unknown = new ArrayList<>();
        for (Path document : SourceTree.files(".md")) {
            find(TYPE, SourceTree.read(document), name -> {
                if (!declared.contains(name)) {
                    unknown.add(SourceTree.ROOT.relativize(document) + ": " + name);
                }
            });
        }
        assertThat(unknown).isEmpty();
    }

    @Test
    void links_leadToPagesAndHeadings() {
        List<String> dead = new ArrayList<>();
        for (Path document : SourceTree.files(".md")) {
            find(LINK, SourceTree.read(document), link -> {
                if (!link.contains("://") && !leads(document, link)) {
                    dead.add(SourceTree.ROOT.relativize(document) + ": " + link);
                }
            });
        }
        assertThat(dead).isEmpty();
    }

    @Test
    void deadLink_isFound() {
        Path readme = SourceTree.ROOT.resolve("README.md");
        assertThat(leads(readme, "docs/live.md#limits")).isTrue();
        assertThat(leads(readme, "docs/live.md#no-such-heading")).isFalse();
        assertThat(leads(readme, "docs/nowhere.md")).isFalse();
    }

    private static boolean leads(Path from, String link) {
        String[] parts = link.split("#", 2);
        Path page = parts[0].isEmpty() ? from : from.resolveSibling(parts[0]).normalize();
        return Files.exists(page)
                && (parts.length == 1
                        || SourceTree.read(page)
                                .lines()
                                .filter(line -> line.startsWith("#"))
                                .map(DocumentReferencesTest::anchor)
                                .anyMatch(parts[1]::equals));
    }

    private static String anchor(String heading) {
        return heading.replaceFirst("#+ *", "")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\w -]", "")
                .replace(' ', '-');
    }

    private static void find(Pattern pattern, String text, Consumer<String> found) {
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.accept(matcher.group(1));
        }
    }
}
