package dev.tidings.server.http;

import dev.tidings.server.intake.SubmitResult;
import dev.tidings.server.validation.FieldError;
import dev.tidings.server.validation.InvalidRequestException;
import java.util.List;

/** Maps the {@link SubmitResult} of a refused send request to the problem that answers it. */
final class SubmitProblems {
    private SubmitProblems() {}

    /** @param keyPointer the pointer of the idempotency key */
    static ProblemException refusal(SubmitResult outcome, String keyPointer) {
        if (outcome instanceof SubmitResult.ExpiredRequest late) {
            return ProblemMapper.invalid(new InvalidRequestException(List.of(late.error())));
        }
        if (outcome instanceof SubmitResult.InvalidSendTime wrong) {
            return ProblemMapper.invalid(new InvalidRequestException(List.of(wrong.error())));
        }
        if (outcome instanceof SubmitResult.MissingValues lacking) {
            return ProblemMapper.invalid(new InvalidRequestException(lacking.errors()));
        }
        if (outcome instanceof SubmitResult.TooLarge tooLarge) {
            return ProblemMapper.invalid(new InvalidRequestException(tooLarge.errors()));
        }
        if (outcome instanceof SubmitResult.UnknownType unknown) {
            String expected = unknown.nearest()
                    .map(near -> "a type that exists: did you mean '" + near + "'?")
                    .orElse("a type that exists, or none");
            return of(Problem.UNKNOWN_TYPE, "/type", unknown.type(), expected);
        }
        if (outcome instanceof SubmitResult.InactiveType inactive) {
            return of(Problem.TYPE_INACTIVE, "/type", inactive.type(), "a type that is active");
        }
        if (outcome instanceof SubmitResult.PriorityNotAllowed refused) {
            String expected = "at most " + refused.maxPriority().wire() + " for the type " + refused.type();
            return of(Problem.PRIORITY_NOT_ALLOWED, "/priority", refused.asked().wire(), expected);
        }
        if (outcome instanceof SubmitResult.KeyReused other) {
            return of(Problem.IDEMPOTENCY_KEY_REUSED, keyPointer, other.key(), "a new key for each request");
        }
        if (outcome instanceof SubmitResult.InProgress progress) {
            return new ProblemException(Problem.IN_PROGRESS, "another request with this key is in progress")
                    .retryAfter(progress.retryAfter());
        }
        if (outcome instanceof SubmitResult.Overloaded busy) {
            boolean tenant = busy.scope() == SubmitResult.Overloaded.BacklogScope.TENANT;
            return new ProblemException(tenant ? Problem.TENANT_BUSY : Problem.OVERLOADED, "nothing was accepted")
                    .retryAfter(busy.retryAfter());
        }
        if (outcome instanceof SubmitResult.Failed failed) {
            return ProblemMapper.toProblem(failed.failure(), "a line of a batch", null);
        }
        throw new IllegalArgumentException("not a refusal: " + outcome);
    }

    private static ProblemException of(Problem problem, String pointer, String value, String expected) {
        return new ProblemException(
                problem, pointer + ": expected " + expected, List.of(new FieldError(pointer, value, expected)));
    }
}
