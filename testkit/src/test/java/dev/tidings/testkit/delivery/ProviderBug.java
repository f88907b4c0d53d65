package dev.tidings.testkit.delivery;

/** Deliberate bugs of a provider, and the contract test that must detect each. */
enum ProviderBug {
    NONE(null),
    THROWS_INSTEAD_OF_RETRY("refusedConnection_isRetried"),
    ACCEPTS_GARBAGE("missingResponse_isUnclear(" + ProviderSimulator.Behaviour.class.getName() + ")"),
    TIMEOUT_IS_RETRY("missingResponse_isUnclear(" + ProviderSimulator.Behaviour.class.getName() + ")"),
    GONE_IS_REJECTED("unknownAddress_isUnregistered"),
    IGNORES_RETRY_AFTER("throttled_retriesAfterTheRequestedPause"),
    NEW_DEDUPE_KEY_PER_ATTEMPT("retries_haveTheSameDedupeKey"),
    SENDS_WHEN_CLOSED("closedProvider_sendsNothing"),
    CLOSES_WITHOUT_WAITING("close_waitsForDeliveriesInFlight");

    final String detectedBy;

    ProviderBug(String detectedBy) {
        this.detectedBy = detectedBy;
    }
}
