package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.intake.Intake;
import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.intake.Sender;
import dev.tidings.server.intake.SubmitResult;
import dev.tidings.server.validation.InvalidRequestException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Handles {@code POST /v1/notifications/batch}: sends up to 10,000 notifications, one per NDJSON line, and returns a result per line. An
 * invalid line is reported and does not affect the others.
 */
final class BatchHandler {
    static final int MAX_LINES = 10_000;
    /** Larger bodies are parsed off the event loop: they would delay its other connections. */
    private static final int LARGE_BODY = 64 << 10;
    /** Bound the size of the response to a batch of invalid lines: the later ones have only the code of their problem. */
    private static final int MAX_ERRORS_PER_LINE = 3;

    private static final int MAX_EXPLAINED_LINES = 100;

    private final Intake intake;
    private final SendRequestParser parser;
    private final BlockingPool threads;

    BatchHandler(Intake intake, SendRequestParser parser, BlockingPool threads) {
        this.intake = intake;
        this.parser = parser;
        this.threads = threads;
    }

    /** A line and its parse error; null if it was parsed, then its result is the next one of intake. */
    private record ParsedLine(int number, ProblemException refused) {}

    private record ParsedBatch(List<ParsedLine> lines, List<SendRequest> requests) {}

    CompletionStage<ApiResponse> send(ApiRequest call) {
        Sender sender = NotificationHandlers.sender(call);
        if (call.body().length <= LARGE_BODY) {
            return submit(sender, parse(call.body()));
        }
        return threads.submit(() -> parse(call.body())).thenCompose(parsed -> submit(sender, parsed));
    }

    private ParsedBatch parse(byte[] body) {
        int count = NdjsonLines.count(body, MAX_LINES + 1);
        if (count == 0) {
            throw new InvalidRequestException("", null, "at least one line with a request");
        }
        if (count > MAX_LINES) {
            throw new ProblemException(
                    Problem.BODY_TOO_LARGE, "got more lines, expected at most " + MAX_LINES + "; nothing was accepted");
        }
        List<ParsedLine> lines = new ArrayList<>(count);
        List<SendRequest> requests = new ArrayList<>(count);
        NdjsonLines line = new NdjsonLines(body);
        while (line.next()) {
            ProblemException refused = null;
            try {
                requests.add(parser.parseLine(body, line.offset(), line.length()));
            } catch (InvalidRequestException invalid) {
                refused = ProblemMapper.invalid(invalid).withMaxErrors(MAX_ERRORS_PER_LINE);
            }
            lines.add(new ParsedLine(line.number(), refused));
        }
        return new ParsedBatch(lines, requests);
    }

    private CompletionStage<ApiResponse> submit(Sender sender, ParsedBatch parsed) {
        if (parsed.requests().isEmpty()) {
            return CompletableFuture.completedFuture(answer(parsed.lines(), List.of()));
        }
        return intake.submitAll(sender, parsed.requests()).thenApply(outcomes -> answer(parsed.lines(), outcomes));
    }

    private static ApiResponse answer(List<ParsedLine> lines, List<SubmitResult> outcomes) {
        byte[] body = Json.bytes(json -> {
            int next = 0;
            int failed = 0;
            for (ParsedLine line : lines) {
                SubmitResult outcome = line.refused() == null ? outcomes.get(next++) : null;
                if (outcome instanceof SubmitResult.Accepted accepted) {
                    accepted(json, line.number(), accepted);
                } else {
                    ProblemException problem =
                            outcome == null ? line.refused() : SubmitProblems.refusal(outcome, "/idempotencyKey");
                    refused(json, line.number(), problem, ++failed <= MAX_EXPLAINED_LINES);
                }
            }
            json.writeRaw('\n');
        });
        return new ApiResponse(200, ApiResponse.NDJSON, body, Map.of());
    }

    private static void accepted(JsonGenerator json, int line, SubmitResult.Accepted accepted) throws IOException {
        json.writeStartObject();
        json.writeNumberField("line", line);
        json.writeNumberField("status", 202);
        json.writeStringField("id", accepted.id().toString());
        if (accepted.sendAt().isPresent()) {
            Json.time(json, "sendAt", accepted.sendAt());
        }
        if (accepted.replayed()) {
            json.writeBooleanField("replayed", true);
        }
        json.writeEndObject();
    }

    private static void refused(JsonGenerator json, int line, ProblemException problem, boolean explained)
            throws IOException {
        json.writeStartObject();
        json.writeNumberField("line", line);
        json.writeNumberField("status", problem.problem().status());
        json.writeFieldName("error");
        if (explained) {
            Json.problem(json, problem);
        } else {
            json.writeStartObject();
            json.writeStringField("code", problem.problem().code());
            json.writeEndObject();
        }
        json.writeEndObject();
    }
}
