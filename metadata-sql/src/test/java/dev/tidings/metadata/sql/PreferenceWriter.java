package dev.tidings.metadata.sql;

import dev.tidings.core.metadata.PreferencePatch;
import dev.tidings.core.model.Channel;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A process that changes preferences until it is killed, and prints a line for each change that has returned. */
final class PreferenceWriter {
    private PreferenceWriter() {}

    public static void main(String[] args) {
        String cycle = args[1];
        try (SqlMetadataStore meta = SqlMetadataStore.open(SqlMetadataConfig.sqlite(Path.of(args[0])))) {
            for (int i = 0; ; i++) {
                String type = cycle + "-" + i;
                PreferencePatch patch =
                        new PreferencePatch(Map.of(), Map.of(), Map.of(type, Map.of(Channel.SMS, Optional.of(true))));
                meta.preferences().change("t", "u", patch, Instant.EPOCH, "cli");
                System.out.println(type);
            }
        }
    }
}
