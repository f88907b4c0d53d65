package dev.tidings.widecolumn.rocksdb;

/** When a write is acknowledged. */
public enum Durability {
    /** After fsync: what was acked survives the death of the machine. Many writes share one fsync. */
    FSYNC,
    /**
     * After the operating system has it: what was acked survives the death of the process, but a power cut or a kernel crash can
     * take back the last seconds of acked writes. Never half a batch, and never older writes than lost ones.
     */
    OS
}
