/**
 * The embedded engine on RocksDB. A table is a column family, a row a run of fragments, a fragment one write:
 *
 * <pre>
 *            8 bytes         variable                    variable           8 bytes
 *   key    [ hash      ][ partition columns      ][ clustering columns ][ fragment number ]
 *            |             \______________ KeyCodec _______________/       one per write, increasing
 *            xxh3 of the partition columns; prefix bloom filters are built on it
 *
 *   value  [ envelope with the expiry ][ write time ][ cells: column id, value ]          {@link Fragment}
 * </pre>
 *
 * A write goes {@link RocksEngine} → {@link RowEncoder} → {@link GroupCommit} → {@link RocksStore}; a read goes {@link RocksEngine} →
 * {@link ReadPool} → {@link RowReader} → {@link RowScan} → {@link SingleFragmentReader} or {@link RowMerge}.
 */
package dev.tidings.widecolumn.rocksdb;
