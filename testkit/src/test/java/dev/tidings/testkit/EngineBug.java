package dev.tidings.testkit;

import dev.tidings.testkit.RowModel.Cell;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.InsertOutcome;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Upsert;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** Engines with one realistic bug each, and the contract test that must detect it. */
enum EngineBug {
    SMALLER_VALUE_WINS_TIES(EngineContract.WriteTimes.class, "atTheSameTimeTheLargerTextWins") {
        @Override
        ModelEngine open(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables) {
            return withRows(schema, clock, tables, () -> new RowModel() {
                @Override
                boolean wins(ColumnType type, Cell now, Cell before) {
                    boolean tie = now.time() == before.time() && now.value() != null && before.value() != null;
                    return super.wins(type, now, before) != tie;
                }
            });
        }
    },
    VALUE_BEATS_REMOVAL_AT_TIES(EngineContract.WriteTimes.class, "atTheSameTimeAClearedCellWins") {
        @Override
        ModelEngine open(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables) {
            return withRows(schema, clock, tables, () -> new RowModel() {
                @Override
                boolean wins(ColumnType type, Cell now, Cell before) {
                    boolean mixed = now.time() == before.time() && (now.value() == null) != (before.value() == null);
                    return super.wins(type, now, before) != mixed;
                }
            });
        }
    },
    LAST_ARRIVAL_WINS(EngineContract.WriteTimes.class, "arrivalOrder_doesNotMatter") {
        @Override
        ModelEngine open(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables) {
            return withRows(schema, clock, tables, () -> new RowModel() {
                @Override
                boolean wins(ColumnType type, Cell now, Cell before) {
                    return true;
                }
            });
        }
    },
    ENGINE_TIME_STANDS_STILL(EngineContract.WriteTimes.class, "withoutATimeTheLaterCallWins") {
        @Override
        ModelEngine open(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables) {
            return new ModelEngine(schema, clock, tables) {
                @Override
                long nextTime() {
                    return micros();
                }
            };
        }
    },
    WHOLE_MAP_OVERWRITTEN(EngineContract.Collections.class, "entriesOfAMapAreMerged") {
        @Override
        ModelEngine open(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables) {
            return withTables(schema, clock, tables, BrokenTables.WholeMap::new);
        }
    },
    NULLS_ERASE(EngineContract.Merging.class, "aRecordLeavesAbsentColumnsAlone") {
        @Override
        ModelEngine open(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables) {
            return withTables(schema, clock, tables, BrokenTables.NullsErase::new);
        }
    },
    KEY_ONLY_ROWS_LOST(EngineContract.Merging.class, "rowWithoutValuesExists") {
        @Override
        ModelEngine open(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables) {
            return withTables(schema, clock, tables, BrokenTables.NoKeyOnlyRows::new);
        }
    },
    DELETE_FORGOTTEN(EngineContract.WriteTimes.class, "delete_shadowsOlderWrites") {
        @Override
        ModelEngine open(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables) {
            return withTables(schema, clock, tables, BrokenTables.DeleteForgotten::new);
        }
    },
    TTL_FROM_WRITE_TIME(EngineContract.Expiry.class, "lateUpdate_expiresWithItsRow") {
        @Override
        ModelEngine open(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables) {
            return new ModelEngine(schema, clock, tables) {
                @Override
                TableModel<?> model(Table<?> table) {
                    return new BrokenTables.TtlFromWrite<>(table, this::second);
                }
            };
        }
    },
    LIMIT_COUNTS_EXPIRED_ROWS(EngineContract.Expiry.class, "expiredRowsDoNotShortenAPage") {
        @Override
        ModelEngine open(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables) {
            return withTables(schema, clock, tables, BrokenTables.LimitFirst::new);
        }
    },
    BATCH_ROW_BY_ROW(EngineContract.Batches.class, "aReaderNeverSeesHalfOfABatch") {
        @Override
        ModelEngine open(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables) {
            return new ModelEngine(schema, clock, tables) {
                @Override
                public CompletableFuture<Void> write(Batch batch) {
                    batch.writes().forEach(write -> {
                        super.write(Batch.of(write));
                        LockSupport.parkNanos(10_000);
                    });
                    return CompletableFuture.completedFuture(null);
                }
            };
        }
    },
    CHECK_THEN_ACT(EngineContract.InsertsIfAbsent.class, "concurrentInserts_haveExactlyOneWinner") {
        @Override
        ModelEngine open(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables) {
            return new ModelEngine(schema, clock, tables) {
                @Override
                public <R extends Record> CompletableFuture<InsertOutcome<R>> insertIfAbsent(Table<R> table, R row) {
                    Upsert upsert = checked(table, row);
                    Optional<R> existing = answer(() -> of(table).row(upsert.values(), second()))
                            .join();
                    LockSupport.parkNanos(10_000);
                    if (existing.isEmpty()) {
                        write(upsert);
                    }
                    return CompletableFuture.completedFuture(new InsertOutcome<>(existing));
                }
            };
        }
    },
    CURSOR_AS_OFFSET(EngineContract.Cursors.class, "rowsInsertedBeforeTheCursor_shiftNothing") {
        @Override
        ModelEngine open(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables) {
            return withTables(schema, clock, tables, BrokenTables.OffsetCursor::new);
        }
    },
    CURSOR_TO_AN_EMPTY_PAGE(EngineContract.Cursors.class, "theLastPageHasNoCursorEvenIfItIsFull") {
        @Override
        ModelEngine open(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables) {
            return withTables(schema, clock, tables, BrokenTables.CursorWhenFull::new);
        }
    },
    BOUNDS_IN_CLUSTERING_ORDER(EngineContract.Slices.class, "everyRangeOfAColumnThatSortsDown") {
        @Override
        ModelEngine open(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables) {
            return withTables(schema, clock, tables, BrokenTables.BoundsInClusteringOrder::new);
        }
    },
    UUIDS_BY_THEIR_BYTES(EngineContract.KeyOrder.class, "rowsSortByTheirKey") {
        @Override
        ModelEngine open(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables) {
            return withTables(schema, clock, tables, BrokenTables.UuidsByBytes::new);
        }
    },
    KEYS_JOINED_BY_NUL(EngineContract.Keys.class, "partitionsNeverCollide") {
        @Override
        ModelEngine open(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables) {
            return withTables(schema, clock, tables, BrokenTables.JoinedKeys::new);
        }
    },
    FORGETS_WHEN_CLOSED(EngineContract.Lifecycle.class, "acknowledgedWrites_surviveARestart") {
        @Override
        ModelEngine open(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables) {
            return new ModelEngine(schema, clock, new HashMap<>());
        }
    },
    THROWS_WHEN_CLOSED(EngineContract.Lifecycle.class, "aClosedEngineFailsEveryCall") {
        @Override
        ModelEngine open(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables) {
            return new ModelEngine(schema, clock, tables) {
                @Override
                public <R extends Record> CompletableFuture<Page<R>> read(Select<R> select) {
                    if (!check().ok()) {
                        throw new StoreException(StoreException.Reason.UNAVAILABLE, "closed");
                    }
                    return super.read(select);
                }
            };
        }
    };

    final Class<? extends EngineTheme> theme;
    final String detectedBy;

    EngineBug(Class<? extends EngineTheme> theme, String detectedBy) {
        this.theme = theme;
        this.detectedBy = detectedBy;
    }

    abstract ModelEngine open(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables);

    /** Creates broken rows. */
    private interface Rows {
        RowModel row();
    }

    /** Creates broken tables. */
    private interface Tables {
        TableModel<?> of(Table<?> table);
    }

    private static ModelEngine withTables(
            Schema schema, InstantSource clock, Map<String, TableModel<?>> tables, Tables broken) {
        return new ModelEngine(schema, clock, tables) {
            @Override
            TableModel<?> model(Table<?> table) {
                return broken.of(table);
            }
        };
    }

    private static ModelEngine withRows(
            Schema schema, InstantSource clock, Map<String, TableModel<?>> tables, Rows broken) {
        return withTables(schema, clock, tables, table -> new BrokenTables.WithRows<>(table, broken::row));
    }
}
