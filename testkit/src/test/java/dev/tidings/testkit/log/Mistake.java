package dev.tidings.testkit.log;

/** Deliberate bugs of a log, and the contract test that must detect each. */
enum Mistake {
    NONE(null, null),
    ORDER_LOST(LogContract.Ordering.class, "aPartitionOfATenantComesInOrder"),
    LANES_IGNORED(LogContract.Ordering.class, "anUrgentRecordOvertakesABacklog"),
    LANES_STRICT(LogContract.Ordering.class, "anUrgentFloodLeavesOthersTheirShare"),
    LANES_EQUAL(LogContract.Ordering.class, "urgentLanes_getALargerShare"),
    LANES_MIXED(LogContract.Ordering.class, "batch_isOfOneLane"),
    FIRST_COME_FIRST_SERVED(LogContract.Ordering.class, "flood_doesNotStarveAnotherTenant"),
    PARTITIONS_SHARED(LogContract.Ordering.class, "eachPartitionBelongsToOneConsumer"),
    DONE_NOT_WRITTEN_DOWN(LogContract.Delivery.class, "doneRecords_areNotRedeliveredAfterARestart"),
    POLLED_COUNTS_AS_DONE(LogContract.Delivery.class, "openRecords_areRedeliveredAfterARestart"),
    HANDED_OUT_BEFORE_IT_IS_KEPT(LogContract.Delivery.class, "polledRecords_areDurable"),
    AGAIN_IS_NEVER(LogContract.Delivery.class, "again_redeliversTheSameBatch"),
    REPEATED_NOT_SAID(LogContract.Delivery.class, "openRecords_areRedeliveredAfterARestart"),
    ASIDE_IS_LOST(LogContract.QuarantinedRecords.class, "record_isStoredWithItsReason"),
    ASIDE_COMES_AGAIN(LogContract.QuarantinedRecords.class, "record_isNotRedeliveredAndOthersContinue"),
    TENANTS_BY_FIRST_LETTER(LogContract.Contents.class, "tenantsNeverMix"),
    BOUNDS_IGNORED(LogContract.Overload.class, "tenantBacklogs_areLimitedSeparately");

    final Class<? extends LogTheme> theme;
    final String detectedBy;

    Mistake(Class<? extends LogTheme> theme, String detectedBy) {
        this.theme = theme;
        this.detectedBy = detectedBy;
    }
}
