package dev.tidings.widecolumn.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.tidings.lab.cassandra.CassandraLab;
import dev.tidings.lab.cassandra.CassandraOptions;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Write;
import dev.tidings.widecolumn.check.DesignCheck;
import dev.tidings.widecolumn.check.Projection;
import dev.tidings.widecolumn.cql.CqlKeyspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the projected table sizes of the design check with the data files of a real server: every table of Tidings with rows
 * as its workload declares them, inserted and not updated, uncompressed, after a restart.
 */
class ProjectedSizesTest {
    private static final int PARTITIONS = 40;
    private static final int MAX_ROWS = 50;
    private static final double FACTOR = 1.5;

    @TempDir
    Path folder;

    @Test
    void projectedAndRealSizesAreWithinAFactorOfOneAndAHalf() {
        try (CassandraLab lab = CassandraLab.start(CassandraOptions.nodes(1).folder(folder))) {
            CassandraConfig config = CassandraConfig.of(
                    lab.contactPoints(), lab.datacenter(), new CqlKeyspace("sized", Map.of(lab.datacenter(), 1)));
            try (CassandraEngine engine = CassandraEngine.open(config, TidingsSchema.SCHEMA);
                    CqlSession session = SessionFactory.open(config)) {
                for (Table<?> table : TidingsSchema.SCHEMA.tables()) {
                    session.execute(SimpleStatement.newInstance(
                                    "ALTER TABLE sized." + table.name() + " WITH compression = {'enabled': 'false'}")
                            .setTimeout(Duration.ofSeconds(30)));
                    fill(engine, table);
                }
            }
            // The next start replays the commit log and flushes it to files.
            lab.node(0).stop();
            lab.node(0).start();
        }
        Map<String, Double> ratios = new LinkedHashMap<>();
        for (Table<?> table : TidingsSchema.SCHEMA.tables()) {
            ratios.put(table.name(), dataBytes(table) / projectedBytes(table.declaration()));
        }
        assertThat(ratios.values())
                .as("real size by projected size: %s", ratios)
                .allSatisfy(ratio -> assertThat(ratio).isBetween(1 / FACTOR, FACTOR));
    }

    private static void fill(CassandraEngine engine, Table<?> table) {
        WorkloadRows rows = new WorkloadRows(table);
        for (int partition = 0; partition < PARTITIONS; partition++) {
            List<Write> writes = new ArrayList<>();
            for (int row = 0; row < rowsPerPartition(table.declaration()); row++) {
                writes.add(rows.upsert(partition, row));
            }
            engine.write(Batch.samePartition(writes)).join();
        }
    }

    private static int rowsPerPartition(Declaration table) {
        return table.clustering().isEmpty() ? 1 : MAX_ROWS;
    }

    private static double projectedBytes(Declaration table) {
        Projection projection =
                DesignCheck.of(List.of(table)).tables().get(0).projection().orElseThrow();
        return PARTITIONS * (projection.partitionOverhead() + rowsPerPartition(table) * projection.insertedRowBytes());
    }

    private long dataBytes(Table<?> table) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().contains("/sized/" + table.name() + "-"))
                    .filter(file -> file.getFileName().toString().endsWith("-Data.db"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
