package dev.tidings.testkit.log;

/** Deliberate bugs of a log, and the contract test that must detect each. */
enum LogBug {
    NONE(null, null),
    ORDER_LOST(LogContract.Ordering.class, "aPartitionOfATenantComesInOrder"),
    LANES_IGNORED(LogContract.Ordering.class, "anUrgentRecordOvertakesABacklog"),
    LANES_STRICT(LogContract.Ordering.class, "anUrgentFloodLeavesOthersTheirShare"),
    LANES_EQUAL(LogContract.Ordering.class, "urgentLanes_getALargerShare"),
    LANES_MIXED(LogContract.Ordering.class, "batch_isOfOneLane"),
    FIRST_COME_FIRST_SERVED(LogContract.Ordering.class, "flood_doesNotStarveAnotherTenant"),
    PARTITIONS_SHARED(LogContract.Ordering.class, "eachPartitionBelongsToOneConsumer"),
    DONE_NOT_DURABLE(LogContract.Delivery.class, "doneRecords_areNotRedeliveredAfterARestart"),
    POLLED_COUNTS_AS_DONE(LogContract.Delivery.class, "openRecords_areRedeliveredAfterARestart"),
    POLLED_BEFORE_DURABLE(LogContract.Delivery.class, "polledRecords_areDurable"),
    NEVER_REDELIVERS(LogContract.Delivery.class, "again_redeliversTheSameBatch"),
    REDELIVERY_NOT_FLAGGED(LogContract.Delivery.class, "openRecords_areRedeliveredAfterARestart"),
    PARKED_IS_LOST(LogContract.Parking.class, "parkedRecords_comeBackAfterARestart"),
    PARKED_IS_REDELIVERED(LogContract.Parking.class, "parkedRecord_isNotHandedOutAndOthersContinue"),
    TENANTS_BY_FIRST_LETTER(LogContract.Contents.class, "tenantsNeverMix"),
    WAKE_UP_IGNORED(LogContract.Concurrency.class, "wakeUp_endsAWaitingPoll"),
    BOUNDS_IGNORED(LogContract.Overload.class, "tenantBacklogs_areLimitedSeparately");

    final Class<? extends LogTheme> theme;
    final String detectedBy;

    LogBug(Class<? extends LogTheme> theme, String detectedBy) {
        this.theme = theme;
        this.detectedBy = detectedBy;
    }
}
