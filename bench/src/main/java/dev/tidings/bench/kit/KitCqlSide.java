package dev.tidings.bench.kit;

import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.cassandra.CassandraConfig;
import dev.tidings.widecolumn.cassandra.CassandraEngine;
import java.util.ArrayList;
import java.util.List;

/** The subject on Cassandra: writes and reads through the wide-column kit, with records as rows. */
final class KitCqlSide implements CqlSide {
    private final CassandraEngine engine;

    KitCqlSide(CassandraConfig config) {
        engine = CassandraEngine.open(config, KitRow.SCHEMA);
    }

    @Override
    public double write(List<KitRow> rows) throws InterruptedException {
        InFlightWindow inFlight = new InFlightWindow(IN_FLIGHT);
        for (KitRow row : rows) {
            inFlight.start(() -> engine.write(KitRow.TABLE.upsert(row)));
        }
        inFlight.await();
        return rows.size();
    }

    @Override
    public double writeBatches(List<List<KitRow>> batches) throws InterruptedException {
        InFlightWindow inFlight = new InFlightWindow(IN_FLIGHT);
        int rows = 0;
        for (List<KitRow> batch : batches) {
            inFlight.start(() -> {
                List<Upsert> upserts = new ArrayList<>(batch.size());
                for (KitRow row : batch) {
                    upserts.add(KitRow.TABLE.upsert(row));
                }
                return engine.write(Batch.samePartition(upserts));
            });
            rows += batch.size();
        }
        inFlight.await();
        return rows;
    }

    @Override
    public double readPages(List<Object[]> partitions) throws InterruptedException {
        InFlightWindow inFlight = new InFlightWindow(IN_FLIGHT);
        for (Object[] partition : partitions) {
            Select<KitRow> page = KitRow.TABLE.select(KitRow.PAGE, partition).limit(PAGE);
            inFlight.start(() -> engine.read(page)
                    .thenAccept(answer -> CqlSide.check(answer.rows().size())));
        }
        inFlight.await();
        return partitions.size();
    }

    @Override
    public void close() {
        engine.close();
    }
}
