package dev.tidings.widecolumn.rocksdb;

/** The point at which the embedded engine acknowledges a write: after fsync, or after the write to the operating system. */
public enum Durability {
    /** After fsync: acked writes survive a crash of the machine. Many writes share one fsync. */
    FSYNC,
    /**
     * After the write to the operating system: acked writes survive a crash of the process, but a power failure or a kernel crash
     * can lose the last seconds of them. Batches are lost as a whole, and only a suffix of the writes is lost.
     */
    OS
}
