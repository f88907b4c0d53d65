package dev.tidings.testkit.log;

/** Deliberate bugs of a log, and the contract test that must detect each. */
enum LogBug {
    NONE(null, null),
    ORDER_LOST(LogContract.Shared.Ordering.class, "aPartitionOfATenantComesInOrder"),
    LANES_IGNORED(LogContract.Shared.Ordering.class, "anUrgentRecordOvertakesABacklog"),
    LANES_STRICT(LogContract.Shared.Ordering.class, "anUrgentFloodLeavesOthersTheirShare"),
    LANES_EQUAL(LogContract.Shared.Ordering.class, "urgentLanes_getALargerShare"),
    LANES_MIXED(LogContract.Shared.Ordering.class, "batch_isOfOneLane"),
    FIRST_COME_FIRST_SERVED(LogContract.Shared.Ordering.class, "flood_doesNotStarveAnotherTenant"),
    PARTITIONS_SHARED(LogContract.Alone.ExactDelivery.class, "eachPartition_belongsToOneConsumer"),
    DONE_NOT_DURABLE(LogContract.Alone.ExactDelivery.class, "doneRecords_areNotRedeliveredAfterARestart"),
    POLLED_COUNTS_AS_DONE(LogContract.Shared.Delivery.class, "openRecords_areRedeliveredAfterARestart"),
    POLLED_BEFORE_DURABLE(LogContract.Shared.Delivery.class, "polledRecords_areDurable"),
    NEVER_REDELIVERS(LogContract.Shared.Delivery.class, "again_redeliversTheSameBatch"),
    REDELIVERY_NOT_FLAGGED(LogContract.Alone.ExactDelivery.class, "openRecords_areMarkedAfterARestart"),
    RETURNED_NOT_FLAGGED(LogContract.Shared.Delivery.class, "again_redeliversTheSameBatch"),
    NEW_IS_FLAGGED(LogContract.Alone.ExactDelivery.class, "newRecords_areNotRedelivered"),
    EPOCH_GOES_BACK(LogContract.Shared.Owners.class, "epochs_neverGoBack"),
    EPOCH_OF_A_RECORD(LogContract.Shared.Owners.class, "partitionsOfABatch_haveOneEpochEach"),
    REFUSED_IS_LOST(LogContract.Shared.Owners.class, "refusedRecords_comeAgainUnderAHigherEpoch"),
    REFUSED_KEEPS_ITS_EPOCH(LogContract.Shared.Owners.class, "refusedRecords_comeAgainUnderAHigherEpoch"),
    REFUSED_IS_HELD(LogContract.Shared.Owners.class, "refusedRecords_areNotHeld"),
    BACKLOG_OF_WAITING_ONLY(LogContract.Alone.ExactBacklog.class, "backlog_countsOpenRecords"),
    PARKED_IS_LOST(LogContract.Alone.Parking.class, "parkedRecords_comeBackAfterARestart"),
    PARKED_IS_REDELIVERED(LogContract.Alone.Parking.class, "parkedRecord_isNotHandedOutAndOthersContinue"),
    TENANTS_BY_FIRST_LETTER(LogContract.Shared.Contents.class, "tenantsNeverMix"),
    WAKE_UP_IGNORED(LogContract.Shared.Concurrency.class, "wakeUp_endsAWaitingPoll"),
    BOUNDS_IGNORED(LogContract.Alone.Overload.class, "tenantBacklogs_areLimitedSeparately");

    final Class<? extends LogTheme> theme;
    final String detectedBy;

    LogBug(Class<? extends LogTheme> theme, String detectedBy) {
        this.theme = theme;
        this.detectedBy = detectedBy;
    }
}
