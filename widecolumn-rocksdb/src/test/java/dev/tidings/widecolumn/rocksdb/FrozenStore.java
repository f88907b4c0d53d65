package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * A sample store of format 1, kept as {@code frozen-store-1.zip}, which every later version must be able to read. {@link #main}
 * wrote it and documents its content. If the format changes, add another sample; never rewrite this one.
 */
final class FrozenStore {
    static final Column<String> OWNER = Column.text("owner", "whose parcel it is");
    static final Column<UUID> ID = Column.uuid("id", "which parcel");
    static final Column<String> LABEL = Column.text("label", "what is on it");
    static final Column<Integer> GRAMS = Column.integer("grams", "how heavy it is");
    static final Column<Map<String, String>> STOPS = Column.textMap("stops", "where it has been");
    static final Column<Instant> SENT = Column.timestamp("sent", "when it was handed over");
    static final Query ALL = Query.named("parcels of an owner", OWNER);
    static final Duration LIFE = Duration.ofDays(365L * 200);

    static final Instant WHEN = Instant.parse("2026-11-15T12:00:00Z");
    static final UUID FIRST = UUID.fromString("019a86e1-9d80-7abc-8def-000000000001");
    static final UUID SECOND = UUID.fromString("019a86e1-9d80-7abc-8def-000000000002");
    static final UUID DELETED = UUID.fromString("019a86e1-9d80-7abc-8def-000000000003");

    /** The row as it was declared when the store was frozen. */
    record Parcel(String owner, UUID id, String label, Integer grams, Map<String, String> stops, Instant sent) {}

    static final Table<Parcel> TABLE = Table.named("parcels")
            .comment("parcels")
            .partition(OWNER)
            .clustering(ID.desc())
            .columns(LABEL, GRAMS, STOPS, SENT)
            .ttl(Ttl.anchored(ID, LIFE))
            .serves(ALL)
            .rows(Parcel.class);

    private FrozenStore() {}

    /** Unpacks the sample store into a folder. */
    static void thaw(Path folder) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(FrozenStore.class.getResourceAsStream("/frozen-store-1.zip"))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Files.copy(zip, folder.resolve(entry.getName()));
            }
        }
    }

    /** Writes the store to the zip file that is named. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createTempDirectory("frozen-store").resolve("store");
        try (RocksEngine engine = RocksEngine.open(TestConfig.in(folder), Schema.of("frozen", TABLE))) {
            engine.write(TABLE.upsert(new Parcel("ada", FIRST, "books", 1200, Map.of("depot", "in"), WHEN)))
                    .join();
            engine.write(TABLE.upsert(new Parcel("ada", SECOND, "a lamp \u0000 \ud83d\udca1", null, Map.of(), null)))
                    .join();
            engine.compact();
            // Some rows in files, some only in the log.
            engine.write(TABLE.update("ada", FIRST).put(STOPS, "van", "out").set(GRAMS, 1250))
                    .join();
            engine.write(TABLE.upsert(new Parcel("ada", DELETED, "lost", 1, Map.of(), WHEN)))
                    .join();
            engine.write(TABLE.delete("ada", DELETED)).join();
        }
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(Path.of(arguments[0])));
                Stream<Path> files = Files.list(folder)) {
            List<Path> needed = files.filter(
                            file -> !file.getFileName().toString().matches("LOG.*|LOCK"))
                    .sorted()
                    .toList();
            for (Path file : needed) {
                try {
                    zip.putNextEntry(new ZipEntry(file.getFileName().toString()));
                    Files.copy(file, zip);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }
}
