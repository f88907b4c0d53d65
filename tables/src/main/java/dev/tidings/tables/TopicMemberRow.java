package dev.tidings.tables;

import static dev.tidings.tables.Columns.TENANT;
import static dev.tidings.tables.Columns.USER_ID;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Workload;
import java.time.Instant;

/**
 * A row of topic_members: one member of a topic, by shard, for the fan-out of a notification to the topic. {@link UserTopicRow} is its
 * reverse.
 */
public record TopicMemberRow(String tenant, String topic, int shard, String userId, Instant addedAt) {

    public static final Column<String> TOPIC = Column.text("topic", "The topic, by the tenant's own name for it");

    public static final Column<Integer> SHARD = Column.integer("shard", "The user's virtual partition, 0 to 255");

    public static final Column<Instant> ADDED_AT = Column.timestamp("added_at", "Start of the membership");

    public static final Query MEMBERS =
            Query.named("who is in this topic", TENANT, TOPIC, SHARD).range(USER_ID);

    public static final Query ONE = Query.named("is the user in this topic", TENANT, TOPIC, SHARD, USER_ID);

    public static final Table<TopicMemberRow> TABLE = Table.named("topic_members")
            .comment("Members of a topic. The shard is the user's virtual partition: many workers expand a large topic,"
                    + " each reading the users whose queue it feeds. A membership lasts until it is removed, so"
                    + " rows have no time to live and are deleted explicitly; users leave rarely, and a shard is"
                    + " read from its start only when the topic is sent to.")
            .partition(TENANT, TOPIC, SHARD)
            .clustering(USER_ID.asc())
            .columns(ADDED_AT)
            .serves(MEMBERS, ONE)
            // The largest topic gains half a million users a day.
            .workload(Workload.rowsPerDay(1, 2_000)
                    .maxRows(DesignLoad.LARGEST_TOPIC / Columns.USER_SHARDS)
                    .distinct(TENANT, DesignLoad.TENANTS)
                    .distinct(TOPIC, 1_000_000)
                    .distinct(SHARD, Columns.USER_SHARDS)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(TOPIC, DesignLoad.TYPE_BYTES)
                    .size(USER_ID, DesignLoad.USER_BYTES)
                    .deletedShare(0.05))
            .rows(TopicMemberRow.class);
}
