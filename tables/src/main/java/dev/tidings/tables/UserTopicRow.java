package dev.tidings.tables;

import static dev.tidings.tables.Columns.TENANT;
import static dev.tidings.tables.Columns.USER_ID;
import static dev.tidings.tables.TopicMemberRow.ADDED_AT;
import static dev.tidings.tables.TopicMemberRow.TOPIC;

import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Workload;
import java.time.Instant;

/**
 * A row of topics_by_user: one topic of a user, for listing and leaving them. The reverse of {@link TopicMemberRow}, written and deleted
 * together with it.
 */
public record UserTopicRow(String tenant, String userId, String topic, Instant addedAt) {

    public static final Query ALL =
            Query.named("which topics is the user in", TENANT, USER_ID).range(TOPIC);

    public static final Table<UserTopicRow> TABLE = Table.named("topics_by_user")
            .comment("Topics of a user: the reverse of topic_members, written and deleted together with it, so that a "
                    + "user's topics can be listed, and all of them left when the user is erased.")
            .partition(TENANT, USER_ID)
            .clustering(TOPIC.asc())
            .columns(ADDED_AT)
            .serves(ALL)
            // A user may be in at most 10,000 topics.
            .workload(Workload.rowsPerDay(0.1, 1_000)
                    .maxRows(10_000)
                    .distinct(TENANT, DesignLoad.TENANTS)
                    .distinct(USER_ID, DesignLoad.USERS)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(USER_ID, DesignLoad.USER_BYTES)
                    .size(TOPIC, DesignLoad.TYPE_BYTES)
                    .deletedShare(0.05))
            .rows(UserTopicRow.class);
}
