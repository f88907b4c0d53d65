package dev.tidings.testkit.log;

/** What a log can do wrong, and the test that should notice it. */
enum Mistake {
    NONE(null, null),
    ORDER_LOST(LogContract.Turns.class, "aPartitionOfATenantComesInOrder"),
    LANES_IGNORED(LogContract.Turns.class, "anUrgentRecordOvertakesABacklog"),
    LANES_STRICT(LogContract.Turns.class, "anUrgentFloodLeavesOthersTheirShare"),
    LANES_EQUAL(LogContract.Turns.class, "urgencyIsALargerShare"),
    LANES_MIXED(LogContract.Turns.class, "aHandfulIsOfOneLane"),
    FIRST_COME_FIRST_SERVED(LogContract.Turns.class, "aFloodDoesNotKeepAnotherTenantOut"),
    PARTITIONS_SHARED(LogContract.Turns.class, "eachPartitionBelongsToOneConsumer"),
    DONE_NOT_WRITTEN_DOWN(LogContract.Delivery.class, "norAfterTheNextStart"),
    POLLED_COUNTS_AS_DONE(LogContract.Delivery.class, "whatWasNotDoneComesAgainAfterTheNextStart"),
    HANDED_OUT_BEFORE_IT_IS_KEPT(LogContract.Delivery.class, "whatIsHandedOutIsThereAfterTheNextStart"),
    AGAIN_IS_NEVER(LogContract.Delivery.class, "againHandsOutTheSameAsRepeated"),
    REPEATED_NOT_SAID(LogContract.Delivery.class, "whatWasNotDoneComesAgainAfterTheNextStart"),
    ASIDE_IS_LOST(LogContract.Aside.class, "itIsKeptWithItsReason"),
    ASIDE_COMES_AGAIN(LogContract.Aside.class, "itComesNoMoreAndTheOthersGoOn"),
    TENANTS_BY_FIRST_LETTER(LogContract.Contents.class, "tenantsNeverMix"),
    BOUNDS_IGNORED(LogContract.Overload.class, "aTenantsBacklogIsItsOwn");

    final Class<? extends LogTheme> theme;
    final String noticedBy;

    Mistake(Class<? extends LogTheme> theme, String noticedBy) {
        this.theme = theme;
        this.noticedBy = noticedBy;
    }
}
