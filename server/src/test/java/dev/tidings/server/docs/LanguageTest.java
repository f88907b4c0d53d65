package dev.tidings.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Checks of the vocabulary in all sources and documents: banned words, openings of class comments, ambiguous type names. */
class LanguageTest {
    /** Split in the middle, so that this file passes its own check. */
    private static final List<String> BANNED = List.of(
            "hand" + "ful",
            "under" + " way",
            "set" + " aside",
            "far" + " side",
            "tele" + "gram",
            "way" + " out",
            "leaves the" + " house",
            "MOST" + "_",
            "LONGEST" + "_",
            "FEWEST" + "_");

    private static final Pattern BANNED_WORDS = Pattern.compile(
            BANNED.stream().map(word -> "\\b" + word.replace(" ", "[\\s*/]+")).collect(Collectors.joining("|")),
            Pattern.CASE_INSENSITIVE);

    private static final Pattern TYPE = Pattern.compile(
            "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@\\w+(?:\\((?:[^()]|\\([^()]*\\))*\\))?\\s+)*"
                    + "(?:(?:public|protected|private|static|final|abstract|sealed|non-sealed|strictfp)\\s+)*"
                    + "(?:class|interface|enum|record|@interface)\\s+(\\w+)",
            Pattern.DOTALL);

    private static final Pattern QUESTION =
            Pattern.compile("^(What|Who|Whoever|Whom|Whose|Where|How|That|Nobody|When|Whether)\\b");

    private static final int MAX_QUESTION_PERCENT = 2;
    private static final int MAX_SHARED_NAMES = 5;

    @Test
    void bannedWords_occurNowhere() {
        List<String> found = new ArrayList<>();
        for (Path file : SourceTree.files(
                ".java",
                ".md",
                ".yaml",
                ".yml",
                ".xml",
                ".properties",
                ".js",
                ".ts",
                ".html",
                ".css",
                ".sh",
                ".cql",
                ".txt")) {
            found.addAll(banned(file.toString(), SourceTree.read(file)));
        }
        found.addAll(banned("tidings", SourceTree.read(SourceTree.ROOT.resolve("tidings"))));
        assertThat(found).isEmpty();
    }

    @Test
    void bannedWords_areFoundAcrossLines() {
        assertThat(banned("x", "a\n * hand" + "ful")).hasSize(1);
        assertThat(banned("x", "/** It is under\n     * way. */")).hasSize(1);
        assertThat(banned("x", "int MO" + "ST_ROWS = 1;")).hasSize(1);
        assertThat(banned("x", "almost_there, wayward outcome")).isEmpty();
    }

    @Test
    void classComments_beginWithANounPhraseOrAVerb() {
        List<String> questions = new ArrayList<>();
        int all = 0;
        for (Path file : SourceTree.files(".java")) {
            Matcher type = TYPE.matcher(SourceTree.read(file));
            while (type.find()) {
                all++;
                if (isQuestion(type.group(1))) {
                    questions.add(SourceTree.ROOT.relativize(file) + " " + type.group(2));
                }
            }
        }
        assertThat(all).isGreaterThan(1000);
        assertThat(questions.size() * 100 / all)
                .as("percent of class comments that begin with a question word: %s", questions)
                .isLessThan(MAX_QUESTION_PERCENT);
    }

    @Test
    void questionWords_areRecognised() {
        assertThat(isQuestion(" What a cache knows. ")).isTrue();
        assertThat(isQuestion("\n * Where rows are kept.\n ")).isTrue();
        assertThat(isQuestion(" A cache of rows. ")).isFalse();
    }

    /** Except in the client, which has the terms of the API: its users know no other types. */
    @Test
    void topLevelTypes_haveNamesOfTheirOwn() {
        Map<String, List<Path>> byName = new TreeMap<>();
        for (Path file : SourceTree.files(".java")) {
            String name = file.getFileName().toString();
            if (!name.equals("package-info.java") && !file.startsWith(SourceTree.ROOT.resolve("client"))) {
                byName.computeIfAbsent(name, any -> new ArrayList<>()).add(SourceTree.ROOT.relativize(file));
            }
        }
        byName.values().removeIf(places -> places.size() == 1);
        assertThat(byName).hasSizeLessThanOrEqualTo(MAX_SHARED_NAMES);
    }

    private static List<String> banned(String where, String text) {
        List<String> found = new ArrayList<>();
        Matcher word = BANNED_WORDS.matcher(text);
        while (word.find()) {
            long line = text.substring(0, word.start()).lines().count();
            found.add(where + ":" + Math.max(1, line) + ": " + word.group());
        }
        return found;
    }

    private static boolean isQuestion(String comment) {
        return QUESTION.matcher(comment.replaceFirst("^[\\s*]+", "")).find();
    }
}
