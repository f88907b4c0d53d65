package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogEntry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * Validates the lane, partition and tenant of entries before they are appended, and returns their total size in bytes. Throws an
 * IllegalArgumentException for an invalid entry, which is a bug of the caller.
 */
final class EntryCheck {
    /** Bytes of a record beside its payload and tenant: the rest of its key, lengths and a tag. */
    private static final int OVERHEAD_BYTES = 24;

    private EntryCheck() {}

    /** The size of the entries in a write batch, in bytes. */
    static long bytes(List<LogEntry> entries) {
        long bytes = 0;
        String checked = null;
        int tenantBytes = 0;
        for (LogEntry entry : entries) {
            Objects.requireNonNull(entry.lane(), "lane of an entry");
            if (entry.partition() < 0 || entry.partition() >= LogKey.PARTITIONS) {
                throw new IllegalArgumentException(
                        "partition " + entry.partition() + ": expected 0 to " + (LogKey.PARTITIONS - 1));
            }
            // Most appends have a single tenant, which is checked once.
            if (!entry.tenant().equals(checked)) {
                checked = entry.tenant();
                tenantBytes = tenantBytes(checked);
            }
            bytes += OVERHEAD_BYTES + tenantBytes + entry.payload().length;
        }
        return bytes;
    }

    private static int tenantBytes(String tenant) {
        byte[] utf8 = tenant.getBytes(StandardCharsets.UTF_8);
        if (utf8.length < 1 || utf8.length > LogKey.MAX_TENANT_BYTES) {
            throw new IllegalArgumentException("tenant '" + tenant + "' has " + utf8.length
                    + " bytes in UTF-8: expected 1 to " + LogKey.MAX_TENANT_BYTES);
        }
        // An unpaired surrogate would be encoded as a question mark, and two tenants would share a key.
        if (!new String(utf8, StandardCharsets.UTF_8).equals(tenant)) {
            throw new IllegalArgumentException(
                    "tenant '" + tenant + "': expected characters that can be encoded in UTF-8");
        }
        return utf8.length;
    }
}
