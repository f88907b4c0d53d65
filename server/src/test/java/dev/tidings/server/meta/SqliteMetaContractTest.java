package dev.tidings.server.meta;

import dev.tidings.core.meta.Meta;
import dev.tidings.testkit.meta.MetaContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The metadata contract on SQLite. */
class SqliteMetaContractTest extends MetaContract {
    @TempDir
    static Path folder;

    @Override
    protected Meta open() {
        return SqlMeta.open(SqlMetaConfig.sqlite(folder.resolve("meta.db")));
    }
}
