package dev.tidings.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.client.model.BatchResult;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Sends a batch, and sends those of its lines again that were refused temporarily, under their idempotency keys. */
final class BatchSender {
    private static final List<Integer> TEMPORARY = List.of(429, 503);

    private final HttpCalls calls;
    private final List<JsonNode> notifications;
    private final BatchResult[] results;

    BatchSender(HttpCalls calls, List<JsonNode> notifications) {
        this.calls = calls;
        this.notifications = notifications;
        this.results = new BatchResult[notifications.size()];
    }

    List<BatchResult> send() {
        long deadline = System.nanoTime() + calls.retries().deadline().toNanos();
        List<Integer> open = IntStream.range(0, results.length).boxed().toList();
        for (int attempt = 1; !open.isEmpty(); attempt++) {
            send(open);
            open = open.stream().filter(this::isTemporary).toList();
            Duration delay = calls.retries().delay(attempt);
            if (open.isEmpty() || System.nanoTime() + delay.toNanos() > deadline) {
                break;
            }
            sleep(delay);
        }
        return Arrays.asList(results);
    }

    private void send(List<Integer> lines) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        boolean keyed = true;
        for (int line : lines) {
            JsonNode notification = notifications.get(line);
            keyed &= isKeyed(notification);
            body.writeBytes(Json.write(notification));
            body.write('\n');
        }
        ApiRequest request = calls.to(Operation.SEND_BATCH).body("application/x-ndjson", body.toByteArray());
        ApiResponse response = (keyed ? request.keyedBody() : request).send();
        List<String> answers = new String(response.body(), UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
        if (answers.size() != lines.size()) {
            throw InvalidResponseException.incomplete(
                    response.server(), response.status(), answers.size(), lines.size());
        }
        for (String text : answers) {
            BatchResult result = new ApiResponse(
                            response.server(), response.status(), response.headers(), text.getBytes(UTF_8))
                    .as(BatchResult.class);
            int line = lines.get(result.line() - 1);
            results[line] = result.atLine(line + 1);
        }
    }

    private boolean isTemporary(int line) {
        BatchResult result = results[line];
        return isKeyed(notifications.get(line))
                && (TEMPORARY.contains(result.status())
                        || result.status() == 409
                                && result.error() != null
                                && "in_progress".equals(result.error().code()));
    }

    private static boolean isKeyed(JsonNode notification) {
        return notification.hasNonNull("idempotencyKey");
    }

    private static void sleep(Duration delay) {
        try {
            Thread.sleep(delay.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallInterruptedException("a batch", e);
        }
    }
}
