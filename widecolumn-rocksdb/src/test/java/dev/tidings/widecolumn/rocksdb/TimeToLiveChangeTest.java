package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.TableBuilder;
import dev.tidings.widecolumn.Ttl;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the time to live of a table can't change, as each stored fragment contains its expiry. */
class TimeToLiveChangeTest {
    private static final Column<String> BOOK = Column.text("book", "whose pages they are on");
    private static final Column<Instant> FROM = Column.timestamp("from_time", "one end");
    private static final Column<Instant> UNTIL = Column.timestamp("until_time", "the other end");
    private static final Query ALL = Query.named("all of a book", BOOK);

    record Loan(String book, Instant fromTime, Instant untilTime) {}

    private static final Table<Loan> NONE = declared().rows(Loan.class);
    private static final Table<Loan> A_DAY = living(FROM, Duration.ofDays(1));

    @TempDir
    Path folder;

    @Test
    void anotherTimeToLiveIsRefused() {
        assertRefused(A_DAY, living(FROM, Duration.ofDays(2)), "was PT24H from from_time", "as PT48H from from_time");
    }

    @Test
    void anotherAnchorIsRefused() {
        assertRefused(A_DAY, living(UNTIL, Duration.ofDays(1)), "was PT24H from from_time", "as PT24H from until_time");
    }

    @Test
    void addingOrRemovingATimeToLiveIsRefused() {
        assertRefused(NONE, A_DAY, "was none", "as PT24H from from_time");
        assertRefused(A_DAY, NONE, "was PT24H from from_time", "as none");
    }

    private void assertRefused(Table<Loan> first, Table<Loan> changed, String was, String is) {
        Path store = folder.resolve(was + is);
        open(store, first).close();
        open(store, first).close();
        assertThatThrownBy(() -> open(store, changed))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        e -> assertThat(e.reason()).isEqualTo(StoreException.Reason.MISCONFIGURED))
                .hasMessageContaining("table loans")
                .hasMessageContaining(was)
                .hasMessageContaining(is)
                .hasMessageContaining("declare a new table instead");
        open(store, first).close();
    }

    private static Table<Loan> living(Column<Instant> anchor, Duration life) {
        return declared().ttl(Ttl.anchored(anchor, life)).rows(Loan.class);
    }

    private static TableBuilder declared() {
        return Table.named("loans")
                .comment("loans")
                .partition(BOOK)
                .clustering(FROM.asc(), UNTIL.asc())
                .serves(ALL);
    }

    private static RocksEngine open(Path store, Table<Loan> table) {
        return RocksEngine.open(TestConfig.in(store), Schema.of("loans", table));
    }
}
