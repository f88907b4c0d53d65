/**
 * Building blocks of a store on RocksDB, shared by the log and the table engine: {@link WriteBatchBuffer} encodes changes,
 * {@link CommitThreads} run a group commit, {@link DiskSpaceGuard} refuses writes before the disk is full, {@link DataFolder} checks the
 * folder, and {@link CommonOptions} are the settings of every database.
 *
 * <p>Nothing here throws an exception of a store: each store maps failures to its own exceptions and messages.
 */
package dev.tidings.rocksdb;
