package dev.tidings.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Workload;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that freeze the keys, retention and write behaviour of every table. */
class TidingsSchemaTest {
    static Stream<Table<?>> tables() {
        return TidingsSchema.SCHEMA.tables().stream();
    }

    /** A key can't be changed once rows are stored under it, so each is repeated here. */
    @Test
    void everyTable_hasItsFrozenKey() {
        String keys = tables().map(t -> t.name() + " " + t.declaration().describeKey())
                .sorted()
                .collect(Collectors.joining("\n"));

        assertThat(keys).isEqualTo("""
            broadcasts ((tenant, month), position DESC)
            busy_hours ((tenant), hour DESC)
            deliveries_by_provider_id ((provider, provider_message_id))
            delivery_log ((tenant, notification_id, user_id), channel, attempt_id)
            failed_deliveries ((tenant, hour), failure_id DESC)
            idempotency_keys ((tenant, key))
            inbox_changes ((tenant, user_id, day), change_id)
            inbox_feed ((tenant, user_id, month), change_id)
            notification_content ((tenant, notification_id), locale)
            notification_details ((tenant, notification_id))
            notifications ((tenant, user_id, month), position DESC)
            notifications_by_tenant ((tenant, hour, shard), notification_id DESC)
            notifications_by_user ((tenant, user_id, month), position DESC)
            quarantined_hours ((stage), hour DESC)
            quarantined_records ((stage, hour), record_id DESC)
            recipients ((tenant, notification_id, shard), user_id)
            schedule_cursors ((layout, shard))
            schedule_owners ((layout, shard), epoch DESC)
            schedule_state ((tenant, notification_id), version DESC)
            scheduled_by_tenant ((tenant, day, shard), scheduled_at, notification_id)
            scheduled_by_user ((tenant, user_id), scheduled_at, notification_id)
            scheduled_days ((tenant), day)
            scheduled_notifications ((layout, minute_bucket, shard), scheduled_at, notification_id)
            tenant_events ((tenant, hour), event_id)
            topic_members ((tenant, topic, shard), user_id)
            topics_by_user ((tenant, user_id), topic)\
            """);
    }

    /** The retention of rows and its anchor: a change affects when stored rows expire. */
    @Test
    void everyTimeToLive_runsFromItsFrozenAnchor() {
        String lives = tables().map(Table::declaration)
                .map(t -> t.name() + " "
                        + t.ttl()
                                .map(ttl -> ttl.anchor().name() + " " + ttl.life())
                                .orElse("kept")
                        + t.compactionWindow().map(w -> " in " + w).orElse(""))
                .sorted()
                .collect(Collectors.joining("\n"));

        assertThat(lives).isEqualTo("""
            broadcasts position PT2160H in PT72H
            busy_hours hour_start PT2161H
            deliveries_by_provider_id attempt_id PT2160H in PT72H
            delivery_log attempt_id PT2160H in PT72H
            failed_deliveries failure_id PT720H in PT24H
            idempotency_keys notification_id PT24H in PT1H
            inbox_changes change_id PT168H in PT6H
            inbox_feed change_id PT168H in PT6H
            notification_content position PT2160H in PT72H
            notification_details position PT2160H in PT72H
            notifications position PT2160H in PT72H
            notifications_by_tenant position PT2160H in PT72H
            notifications_by_user position PT2160H in PT72H
            quarantined_hours hour_start PT2161H in PT72H
            quarantined_records record_id PT2160H in PT72H
            recipients position PT2160H in PT72H
            schedule_cursors kept
            schedule_owners alive_at PT8760H
            schedule_state latest_due PT720H
            scheduled_by_tenant scheduled_at PT336H
            scheduled_by_user scheduled_at PT336H
            scheduled_days day_start PT360H
            scheduled_notifications scheduled_at PT336H
            tenant_events event_id PT168H in PT6H
            topic_members kept
            topics_by_user kept\
            """);
        assertThat(Retention.SCHEDULE).isLessThan(Retention.SCHEDULE_STATE);
    }

    @ParameterizedTest
    @MethodSource("tables")
    void rowsComeBackAsTheyWereWritten(Table<?> table) {
        assertRoundTrip(table);
    }

    private static <R extends Record> void assertRoundTrip(Table<R> table) {
        R row = Rows.full(table);

        Object[] written = table.upsert(row).values();

        assertThat(written).doesNotContainNull();
        assertThat(table.row(written)).isEqualTo(row);
    }

    @Test
    void inboxRow_expiresByItsPosition() {
        Object[] inbox = InboxRow.TABLE
                .update("acme", "usr_42", 202611, Rows.v7(Rows.NOON))
                .set(InboxRow.READ_AT, Rows.NOON.plus(Duration.ofDays(80)))
                .values();

        assertThat(InboxRow.TABLE.expirySecond(inbox))
                .isEqualTo(Rows.NOON.plus(Duration.ofDays(90)).getEpochSecond());
    }

    /** A name has one meaning: a reader who knows a column from one table knows it in all. */
    @Test
    void columnsOfTheSameNameHaveTheSameType() {
        assertThat(tables().flatMap(t -> t.columns().stream())
                        .collect(Collectors.groupingBy(
                                Column::name, Collectors.mapping(Column::type, Collectors.toSet()))))
                .allSatisfy((name, types) -> assertThat(types).as(name).hasSize(1));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void workload_hasAllThatAProjectionNeeds(Table<?> table) {
        Declaration declaration = table.declaration();
        Workload workload = declaration.workload().orElseThrow();

        assertThat(workload.distinct()).containsOnlyKeys(declaration.partition());
        assertThat(workload.sizes())
                .containsOnlyKeys(declaration.columns().stream()
                        .filter(c -> c.type().fixedSize() < 0)
                        .toList());
        assertThat(workload.entries())
                .containsOnlyKeys(declaration.columns().stream()
                        .filter(c -> c.type().isCollection())
                        .toList());
    }

    @Test
    void onlyMemberships_areDeletedExplicitly() {
        List<String> deleting = tables().filter(
                        t -> t.declaration().workload().orElseThrow().deletedShare() > 0)
                .map(Table::name)
                .toList();

        assertThat(deleting).containsExactlyInAnyOrder("topic_members", "topics_by_user");
    }
}
