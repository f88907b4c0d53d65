package dev.tidings.server.http;

import dev.tidings.server.intake.Intake;
import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.Sender;
import dev.tidings.server.intake.SubmitResult;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A spy of the real intake: counts the requests, and returns scripted outcomes. */
final class RecordingIntake implements Intake {
    private final Intake real;
    private final AtomicInteger reached = new AtomicInteger();
    private volatile Supplier<CompletableFuture<SubmitResult>> instead;

    RecordingIntake(Intake real) {
        this.real = real;
    }

    int requestCount() {
        return reached.get();
    }

    /** Scripts the outcome; null delegates to the real intake again. */
    void script(Supplier<CompletableFuture<SubmitResult>> answer) {
        instead = answer;
    }

    @Override
    public CompletableFuture<SubmitResult> submit(Sender sender, SendRequest request, Optional<String> idempotencyKey) {
        reached.incrementAndGet();
        Supplier<CompletableFuture<SubmitResult>> answer = instead;
        return answer == null ? real.submit(sender, request, idempotencyKey) : answer.get();
    }

    @Override
    public CompletableFuture<List<SubmitResult>> submitAll(Sender sender, List<SendRequest> requests) {
        reached.addAndGet(requests.size());
        Supplier<CompletableFuture<SubmitResult>> answer = instead;
        return answer == null
                ? real.submitAll(sender, requests)
                : answer.get()
                        .thenApply(same -> requests.stream().map(each -> same).toList());
    }
}
