package dev.tidings.server.log;

import dev.tidings.core.log.LogEntry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Refuses entries that have no place in the log. These are mistakes of the caller, so they are thrown. */
final class EntryCheck {
    /** What a record takes beside its payload and tenant: the rest of its key, lengths and a tag. */
    private static final int OVERHEAD_BYTES = 24;

    private EntryCheck() {}

    /** How many bytes they take on their way to the disk. */
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
            // Most appends are of one tenant, which is looked at once.
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
        // Half a surrogate pair becomes a question mark, and two tenants would become one.
        if (!new String(utf8, StandardCharsets.UTF_8).equals(tenant)) {
            throw new IllegalArgumentException("tenant '" + tenant + "': expected characters that UTF-8 has");
        }
        return utf8.length;
    }
}
