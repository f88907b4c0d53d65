package dev.tidings.server.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Priority;
import dev.tidings.server.TestService;
import dev.tidings.testkit.SteppedClock;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of a request alone, in a batch of one and among others: the answer is the same. */
class OneIntakeFlowTest {
    private static final String OTHER = "{\"to\":{\"user\":\"eve\"},\"title\":\"other\"}";

    @TempDir
    Path folder;

    private TestService tidings;

    @BeforeEach
    void start() {
        tidings = new TestService(folder, new SteppedClock(Instant.parse("2026-11-12T13:14:15.161Z")));
        NotificationType calm = new NotificationType(
                "calm", Optional.empty(), Set.of(Channel.IN_APP), Priority.NORMAL, OptionalInt.empty(), false);
        tidings.service().users().types().put("acme", calm, "test").join();
    }

    @AfterEach
    void stop() {
        tidings.close();
    }

    private SendRequest line(String json) {
        byte[] bytes = json.getBytes(UTF_8);
        return tidings.service().pipeline().parser().parseLine(bytes, 0, bytes.length);
    }

    private SubmitResult alone(String json) {
        SendRequest request = line(json);
        return tidings.service()
                .pipeline()
                .intake()
                .submit(TestService.SENDER, request, request.idempotencyKey())
                .join();
    }

    private List<SubmitResult> batch(String... lines) {
        List<SendRequest> requests = List.of(lines).stream().map(this::line).toList();
        return tidings.service()
                .pipeline()
                .intake()
                .submitAll(TestService.SENDER, requests)
                .join();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "title":"now"                                          | Accepted
            "title":"later","delay":"PT1H"                         | Accepted
            "title":"keyed","idempotencyKey":"%s"                  | Accepted
            "title":"both","idempotencyKey":"%s","delay":"PT1H"    | Accepted
            "title":"x","type":"nothing"                           | UnknownType
            "title":"x","type":"nothing","idempotencyKey":"%s"     | UnknownType
            "title":"x","type":"calm","priority":"critical"        | PriorityNotAllowed
            "title":"x","sendAt":"2020-01-01T00:00:00Z"            | InvalidSendTime
            "title":"x","delay":"PT1H","expiresAt":"2026-11-12T13:15:00Z" | InvalidSendTime
            """)
    void answer_isTheSameAloneAndInABatch(String fields, String result) {
        String json = "{\"to\":{\"user\":\"bob\"}," + fields + "}";
        SubmitResult alone = alone(json.formatted("first"));
        assertThat(alone.getClass().getSimpleName()).isEqualTo(result);
        List<SubmitResult> one = batch(json.formatted("second"));
        List<SubmitResult> many = batch(OTHER, json.formatted("third"), OTHER);
        assertThat(List.of(one.get(0), many.get(1)))
                .allSatisfy(answer -> assertThat(answer)
                        .usingRecursiveComparison()
                        .ignoringFields("id")
                        .isEqualTo(alone));
        TestService.accepted(many.get(0));
        TestService.accepted(many.get(2));
    }

    @Test
    void emptyBatch_hasNoAnswers() {
        assertThat(batch()).isEmpty();
    }
}
