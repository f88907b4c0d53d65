package dev.tidings.torture.service;

import dev.tidings.server.service.Overrides;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.testkit.ForwardingEngine;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Write;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * An engine that is broken on purpose: writes to one table are acknowledged a second before they are performed. A run that kills the
 * process must detect it.
 */
public final class LateWriteEngine extends ForwardingEngine {
    private static final Executor DELAYED = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);

    private final Table<?> table;

    public LateWriteEngine(Engine real, Table<?> table) {
        super(real);
        this.table = table;
    }

    /** The tables of a single-process service, with late writes to this table. */
    public static Overrides of(Table<?> table) {
        return Overrides.NONE.withTables(config -> new LateWriteEngine(rocks(config.dataFolder()), table));
    }

    /** The same tables without the fault. */
    public static Engine rocks(Path folder) {
        return RocksEngine.open(RocksConfig.in(folder.resolve("tables")), TidingsSchema.SCHEMA);
    }

    @Override
    public CompletableFuture<Void> write(Batch batch) {
        Map<Boolean, List<Write>> parts =
                batch.writes().stream().collect(Collectors.partitioningBy(write -> write.table() == table));
        List<Write> late = parts.get(true);
        if (late.isEmpty()) {
            return super.write(batch);
        }
        DELAYED.execute(() -> super.write(Batch.acrossPartitions(late)));
        List<Write> others = parts.get(false);
        return others.isEmpty() ? CompletableFuture.completedFuture(null) : super.write(Batch.acrossPartitions(others));
    }
}
