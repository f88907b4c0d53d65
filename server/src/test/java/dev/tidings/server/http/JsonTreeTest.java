package dev.tidings.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.model.NotificationType;
import dev.tidings.server.validation.FieldErrors;
import dev.tidings.server.validation.InvalidRequestException;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of JSON limits: an invalid body is rejected before the rest is parsed. */
class JsonTreeTest {
    private static Object read(String json, JsonBudget budget) {
        byte[] bytes = json.getBytes(UTF_8);
        return JsonTree.read(bytes, 0, bytes.length, new FieldErrors(), budget);
    }

    private static String names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "\"n" + i + "\":{}").collect(Collectors.joining(",", "{", "}"));
    }

    @Test
    void valuesWithinTheBudget_areRead() {
        assertThat(read("[{},{\"a\":[1]}]", new JsonBudget(5, 2))).isInstanceOf(JsonTree.JsonArray.class);
    }

    @Test
    void tooManyValues_endTheParsing() {
        assertThatThrownBy(() -> read("[{},{\"a\":[1,no JSON", new JsonBudget(4, 2)))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("at most 4");
    }

    @Test
    void tooManyElements_endTheParsing() {
        assertThatThrownBy(() -> read("[{},{},{},no JSON", new JsonBudget(100, 2)))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("at most 2");
        assertThat(read("{\"a\":[1,2,3]}", new JsonBudget(100, 2))).isInstanceOf(JsonTree.JsonObject.class);
    }

    @Test
    void manyErrors_endTheParsing() {
        String mistakes = "{\"a\":1" + ",\"a\":1".repeat(20);
        assertThatThrownBy(() -> read(mistakes + ",\"a\":1}", new JsonBudget(22, 0)))
                .isInstanceOfSatisfying(
                        InvalidRequestException.class,
                        invalid -> assertThat(invalid.errors())
                                .hasSize(20)
                                .allMatch(error -> error.pointer().equals("/a")));
    }

    @Test
    void nestedError_hasItsPointer() {
        assertThatThrownBy(() -> JsonFields.ofBody("{\"a\":[{\"b\":{\"c\":{},\"c\":1}}]}".getBytes(UTF_8)))
                .isInstanceOfSatisfying(
                        InvalidRequestException.class,
                        invalid -> assertThat(invalid.errors().get(0).pointer()).isEqualTo("/a/0/b/c"));
    }

    @Test
    void suggestions_areComputedForReportedErrorsOnly() {
        AtomicInteger searches = new AtomicInteger();
        Map<String, NotificationType> types = new TreeMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            public Set<String> keySet() {
                return counted(Set.of("digest"), searches);
            }
        };
        JsonFields body = JsonFields.ofBody(("{\"types\":" + names(1_000) + "}").getBytes(UTF_8));
        assertThatThrownBy(() -> new PreferencePatchReader(body, types).read())
                .isInstanceOf(InvalidRequestException.class);
        assertThat(searches.get()).isBetween(1, 20);
    }

    private static Set<String> counted(Set<String> names, AtomicInteger searches) {
        return new AbstractSet<>() {
            @Override
            public Iterator<String> iterator() {
                searches.incrementAndGet();
                return names.iterator();
            }

            @Override
            public boolean contains(Object name) {
                return names.contains(name);
            }

            @Override
            public int size() {
                return names.size();
            }
        };
    }
}
