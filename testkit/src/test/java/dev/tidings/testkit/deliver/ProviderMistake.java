package dev.tidings.testkit.deliver;

/** What a provider can do wrong, and the test that should notice it. */
enum ProviderMistake {
    NONE(null),
    THROWS_WHAT_HAPPENED("nobodyThere"),
    BELIEVES_ANYTHING("nobodyKnowsWhetherItWasTaken(dev.tidings.testkit.deliver.FarSide$Behaviour)"),
    TIMEOUT_IS_RETRY("nobodyKnowsWhetherItWasTaken(dev.tidings.testkit.deliver.FarSide$Behaviour)"),
    GONE_IS_REJECTED("anAddressThatIsNobodys"),
    IMPATIENT("whoThrottlesIsLeftAloneForAsLongAsItAsks"),
    ANOTHER_KEY_EACH_TIME("everyAttemptIsKnownAsTheSame"),
    SENDS_WHEN_CLOSED("nothingIsSentOnceItIsClosed"),
    CLOSES_AT_ONCE("closingWaitsForWhatIsUnderWay");

    final String noticedBy;

    ProviderMistake(String noticedBy) {
        this.noticedBy = noticedBy;
    }
}
