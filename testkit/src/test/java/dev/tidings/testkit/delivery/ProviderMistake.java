package dev.tidings.testkit.delivery;

/** Deliberate bugs of a provider, and the contract test that must detect each. */
enum ProviderMistake {
    NONE(null),
    THROWS_WHAT_HAPPENED("refusedConnection_isRetried"),
    BELIEVES_ANYTHING("missingResponse_isUnclear(" + ProviderSimulator.Behaviour.class.getName() + ")"),
    TIMEOUT_IS_RETRY("missingResponse_isUnclear(" + ProviderSimulator.Behaviour.class.getName() + ")"),
    GONE_IS_REJECTED("unknownAddress_isUnregistered"),
    IMPATIENT("throttled_retriesAfterTheRequestedPause"),
    ANOTHER_KEY_EACH_TIME("retries_haveTheSameDedupeKey"),
    SENDS_WHEN_CLOSED("closedProvider_sendsNothing"),
    CLOSES_AT_ONCE("close_waitsForDeliveriesInFlight");

    final String detectedBy;

    ProviderMistake(String detectedBy) {
        this.detectedBy = detectedBy;
    }
}
