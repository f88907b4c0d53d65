package dev.tidings.bench.kit;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import dev.tidings.lab.cassandra.CassandraLab;
import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.cql.CqlKeyspace;
import dev.tidings.widecolumn.cql.CqlSchema;
import dev.tidings.widecolumn.cql.CqlStatements;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The reference on Cassandra: the plain driver with the statements and batches of the kit. It creates no records: it binds the values of a
 * row one by one and reads every column of a result into a variable. Like the kit it names codecs explicitly, which spares the driver a
 * lookup per value.
 */
final class BareCqlSide implements CqlSide {
    private static final long LIFE_MILLIS =
            KitRow.TABLE.declaration().ttl().orElseThrow().life().toMillis();

    private static final TypeCodec<Map<String, String>> MAP = TypeCodecs.mapOf(TypeCodecs.TEXT, TypeCodecs.TEXT);

    private final CqlSession session;
    private final PreparedStatement insert;
    private final PreparedStatement addData;
    private final PreparedStatement page;
    /** Sink for the values read, so that the JIT cannot optimise the reads away. */
    private volatile long seen;

    BareCqlSide(CassandraLab lab, CqlKeyspace keyspace) {
        session = CqlSession.builder()
                .addContactPoints(lab.contactPoints())
                .withLocalDatacenter(lab.datacenter())
                .withConfigLoader(DriverConfigLoader.programmaticBuilder()
                        .withString(DefaultDriverOption.REQUEST_CONSISTENCY, "LOCAL_QUORUM")
                        .withBoolean(DefaultDriverOption.REQUEST_DEFAULT_IDEMPOTENCE, true)
                        // A stall of the server must show in the rate, not as an error.
                        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(20))
                        .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, Duration.ofSeconds(30))
                        .build())
                .build();
        CqlSchema.createStatements(KitRow.SCHEMA, keyspace).forEach(session::execute);
        CqlStatements cql = new CqlStatements(keyspace.name(), KitRow.TABLE.declaration());
        Column<?> data = KitRow.TABLE.columns().stream()
                .filter(column -> column.type().isCollection())
                .findFirst()
                .orElseThrow();
        insert = session.prepare(cql.insert());
        addData = session.prepare(cql.addEntries(data));
        page = session.prepare(cql.slice(KitRow.TABLE.partitionSize(), Optional.empty(), Optional.empty(), false));
    }

    @Override
    public double write(List<KitRow> rows) throws InterruptedException {
        InFlightWindow inFlight = new InFlightWindow(IN_FLIGHT);
        for (KitRow row : rows) {
            inFlight.start(() -> {
                BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
                append(row, System.currentTimeMillis(), batch);
                return session.executeAsync(batch.build());
            });
        }
        inFlight.await();
        return rows.size();
    }

    @Override
    public double writeBatches(List<List<KitRow>> batches) throws InterruptedException {
        InFlightWindow inFlight = new InFlightWindow(IN_FLIGHT);
        int rows = 0;
        for (List<KitRow> rowsOfBatch : batches) {
            inFlight.start(() -> {
                BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
                long now = System.currentTimeMillis();
                for (KitRow row : rowsOfBatch) {
                    append(row, now, batch);
                }
                return session.executeAsync(batch.build());
            });
            rows += rowsOfBatch.size();
        }
        inFlight.await();
        return rows;
    }

    /** Adds the two statements that write one row. */
    private void append(KitRow row, long nowMillis, BatchStatementBuilder batch) {
        int ttl = (int) ((row.createdAt().toEpochMilli() + LIFE_MILLIS - nowMillis) / 1000);
        long writeTime = 1000 * nowMillis;
        batch.addStatement(insert.boundStatementBuilder()
                .set(0, row.tenant(), TypeCodecs.TEXT)
                .set(1, row.userId(), TypeCodecs.TEXT)
                .set(2, row.month(), TypeCodecs.INT)
                .set(3, row.position(), TypeCodecs.UUID)
                .set(4, row.notificationId(), TypeCodecs.UUID)
                .set(5, row.type(), TypeCodecs.TEXT)
                .set(6, row.title(), TypeCodecs.TEXT)
                .set(7, row.body(), TypeCodecs.TEXT)
                .set(8, row.deepLink(), TypeCodecs.TEXT)
                .set(9, row.createdAt(), TypeCodecs.TIMESTAMP)
                .set(10, ttl, TypeCodecs.INT)
                .set(11, writeTime, TypeCodecs.BIGINT)
                .build());
        batch.addStatement(addData.boundStatementBuilder()
                .set(0, ttl, TypeCodecs.INT)
                .set(1, writeTime, TypeCodecs.BIGINT)
                .set(2, row.data(), MAP)
                .set(3, row.tenant(), TypeCodecs.TEXT)
                .set(4, row.userId(), TypeCodecs.TEXT)
                .set(5, row.month(), TypeCodecs.INT)
                .set(6, row.position(), TypeCodecs.UUID)
                .build());
    }

    /** Reads one row more than a page has, as every pager must, to know whether there is a next page. */
    @Override
    public double readPages(List<Object[]> partitions) throws InterruptedException {
        InFlightWindow inFlight = new InFlightWindow(IN_FLIGHT);
        for (Object[] partition : partitions) {
            BoundStatement statement = page.boundStatementBuilder()
                    .set(0, (String) partition[0], TypeCodecs.TEXT)
                    .set(1, (String) partition[1], TypeCodecs.TEXT)
                    .set(2, (Integer) partition[2], TypeCodecs.INT)
                    .set(3, PAGE + 1, TypeCodecs.INT)
                    .setPageSize(PAGE + 1)
                    .build();
            inFlight.start(() -> session.executeAsync(statement).thenAccept(this::readRows));
        }
        inFlight.await();
        return partitions.size();
    }

    private void readRows(AsyncResultSet rows) {
        int count = 0;
        long sum = 0;
        for (Row row : rows.currentPage()) {
            String tenant = row.get(0, TypeCodecs.TEXT);
            String userId = row.get(1, TypeCodecs.TEXT);
            int month = row.get(2, TypeCodecs.INT);
            var position = row.get(3, TypeCodecs.UUID);
            var notificationId = row.get(4, TypeCodecs.UUID);
            String type = row.get(5, TypeCodecs.TEXT);
            String title = row.get(6, TypeCodecs.TEXT);
            String body = row.get(7, TypeCodecs.TEXT);
            String deepLink = row.get(8, TypeCodecs.TEXT);
            var data = row.get(9, MAP);
            var createdAt = row.get(10, TypeCodecs.TIMESTAMP);
            sum += tenant.length() + userId.length() + month + type.length() + title.length() + body.length();
            sum += deepLink.length() + data.size() + createdAt.toEpochMilli();
            sum += position.getLeastSignificantBits() + notificationId.getLeastSignificantBits();
            count++;
        }
        seen = sum;
        CqlSide.check(count - 1);
    }

    @Override
    public void close() {
        session.close();
    }
}
