package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.TableBuilder;
import dev.tidings.widecolumn.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** A valid table of sensor readings, from which each test derives a bad one by one change. */
final class Readings {
    static final Column<String> SENSOR = Column.text("sensor_id", "which sensor");
    static final Column<Integer> DAY = Column.integer("day", "days since the epoch");
    static final Column<Instant> AT = Column.timestamp("reading_time", "when it was read");
    static final Column<UUID> ID = Column.uuid("reading_id", "which reading");
    static final Column<Double> TEMPERATURE = Column.real("temperature", "degrees Celsius");
    static final Column<Double> HUMIDITY = Column.real("humidity", "per cent");
    static final Column<Double> PRESSURE = Column.real("pressure", "hectopascal");
    static final Query OF_DAY = Query.named("of a day", SENSOR, DAY).range(AT);

    private Readings() {}

    static TableBuilder table() {
        return Table.named("readings")
                .comment("What a sensor measured")
                .partition(SENSOR, DAY)
                .clustering(AT.desc(), ID.asc())
                .columns(TEMPERATURE, HUMIDITY, PRESSURE)
                .serves(OF_DAY)
                .workload(workload());
    }

    /** A reading every ten seconds, one every second from the busiest sensor. */
    static Workload workload() {
        return Workload.rowsPerDay(8_640, 86_400)
                .bucket(Duration.ofDays(1))
                .distinct(SENSOR, 10_000)
                .size(SENSOR, 20);
    }

    static TableReport check(TableBuilder table) {
        return DesignCheck.of(List.of(table.declaration())).tables().get(0);
    }

    static List<FindingCode> codes(TableBuilder table) {
        return check(table).findings().stream().map(Finding::code).toList();
    }

    static Finding only(TableBuilder table) {
        List<Finding> findings = check(table).findings();
        if (findings.size() != 1) {
            throw new AssertionError("expected one finding, not " + findings);
        }
        return findings.get(0);
    }

    static Projection projection(Declaration table) {
        return DesignCheck.of(List.of(table)).tables().get(0).projection().orElseThrow();
    }
}
