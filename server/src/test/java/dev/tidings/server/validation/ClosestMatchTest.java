package dev.tidings.server.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosestMatchTest {

    @ParameterizedTest
    @CsvSource({"shcema,schema", "chema,schema", "schemaa,schema", "skema,schema", "bnech,bench", "--jsno,--json"})
    void findsTheIntendedWord(String typed, String meant) {
        assertThat(ClosestMatch.to(typed, List.of("torture", "bench", "schema", "--json")))
                .contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"send", "x", "frobnicate", "''"})
    void distantWord_hasNoSuggestion(String typed) {
        assertThat(ClosestMatch.to(typed, List.of("torture", "bench", "schema")))
                .isEmpty();
    }

    @Test
    void equallyNearWords_yieldTheFirst() {
        assertThat(ClosestMatch.to("lest", List.of("test", "best"))).contains("best");
        assertThat(ClosestMatch.to("lest", List.of("best", "test"))).contains("best");
    }

    @ParameterizedTest
    @CsvSource({"'',abc,3", "abc,'',3", "abc,abc,0", "abc,acb,1", "abc,xbc,1", "abc,abcd,1", "kitten,sitting,3"})
    void distance_countsEdits(String from, String to, int edits) {
        assertThat(ClosestMatch.distance(from, to)).isEqualTo(edits);
    }
}
