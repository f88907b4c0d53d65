package dev.tidings.server.delivery;

import java.util.List;

/**
 * A delivery attempt at one address that has ended.
 *
 * @param calls the provider calls that were made, in order
 * @param skipped the providers that were not called
 */
record AddressAttempt(String addressId, AttemptResult result, List<AnsweredCall> calls, List<SkippedProvider> skipped) {
    AddressAttempt {
        calls = List.copyOf(calls);
        skipped = List.copyOf(skipped);
    }

    /** Without a provider call. */
    AddressAttempt(String addressId, AttemptResult result) {
        this(addressId, result, List.of(), List.of());
    }

    AddressAttempt withResult(AttemptResult other) {
        return new AddressAttempt(addressId, other, calls, skipped);
    }
}
