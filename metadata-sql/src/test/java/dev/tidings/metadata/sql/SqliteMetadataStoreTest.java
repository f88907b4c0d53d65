package dev.tidings.metadata.sql;

import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.testkit.metadata.MetadataStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The metadata contract on SQLite. */
class SqliteMetadataStoreTest extends MetadataStoreContract {
    @TempDir
    static Path folder;

    @Override
    protected MetadataStore open() {
        return SqlMetadataStore.open(SqlMetadataConfig.sqlite(folder.resolve("meta.db")));
    }
}
