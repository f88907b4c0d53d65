package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of invalid calls: the problem names the error and the expected value, and nothing is stored. */
class InvalidInputTest {
    private static TestHttpServer edge;

    @BeforeAll
    static void start() {
        edge = new TestHttpServer();
    }

    @AfterAll
    static void stop() {
        edge.close();
    }

    static Stream<InvalidCall> calls() {
        return Stream.of(InvalidSends.all(), InvalidOtherCalls.all()).flatMap(List::stream);
    }

    @Test
    void calls_areManyAndUniquelyNamed() {
        assertThat(calls().map(InvalidCall::name)).hasSizeGreaterThan(400).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("calls")
    void invalidCall_isRejectedWithItsProblem(InvalidCall call) throws Exception {
        Reply reply = RawHttp.isRaw(call) ? RawHttp.call(edge, call) : edge.send(request(call));
        assertThat(reply.status()).as("%s", reply).isEqualTo(call.status());
        assertThat(reply.header("Content-Type")).contains("application/problem+json");
        JsonNode problem = reply.json();
        assertThat(problem.path("code").asText()).as("%s", reply).isEqualTo(call.code());
        assertThat(problem.path("status").asInt()).isEqualTo(call.status());
        assertThat(problem.path("type").asText()).isEqualTo("/docs/errors#" + call.code());
        assertThat(problem.path("title").asText()).isNotBlank();
        assertThat(problem.path("detail").asText()).isNotBlank();
        if (call.pointer() != null) {
            assertThat(reply.pointers()).contains(call.pointer());
        }
        problem.path("errors").forEach(error -> {
            assertThat(error.path("expected").asText()).isNotBlank();
            assertThat(error.path("value").asText().length()).isLessThanOrEqualTo(100);
        });
        if (call.status() == 405) {
            assertThat(reply.header("Allow")).isPresent();
        }
        assertThat(edge.intake.requestCount()).as("nothing reached intake").isZero();
    }

    private static HttpRequest request(InvalidCall call) {
        HttpRequest.Builder request = edge.request(call.path())
                .header("Authorization", "Bearer " + edge.key)
                .method(
                        call.method(),
                        call.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(call.body()));
        call.headers().forEach(request::header);
        return request.build();
    }
}
