package dev.tidings.server;

import dev.tidings.core.model.UserKey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Data folders of earlier versions, kept as {@code frozen-folder-1.zip} and {@code frozen-folder-2.zip}. {@link FrozenFolderWriter} wrote
 * them and shows what is in them.
 *
 * <p>They are never written again. To freeze the folder of a later version, extend the writer with what is new in it, run its
 * {@code main} with {@code frozen-folder-3.zip} in {@code src/test/resources} as the argument, and add that name to
 * {@link FrozenFolderTest}.
 */
final class FrozenFolder {
    static final String TENANT = TestService.SENDER.tenant();
    static final UserKey ADA = TestService.user("ada");
    static final UserKey BOB = TestService.user("bob");

    /**
     * When it was written. Compaction drops what has expired by the machine's clock, whatever the clock of the test says, so the
     * folder is of a year that is far from now.
     */
    static final Instant WRITTEN = Instant.parse("2100-01-15T12:00:30Z");

    static final Map<String, String> SETTINGS = Map.of("TIDINGS_CHANNELS_ALLOW_PRIVATE", "true");

    private FrozenFolder() {}

    static void thaw(String name, Path folder) throws IOException {
        try (InputStream resource = FrozenFolder.class.getResourceAsStream("/" + name);
                ZipInputStream zip = new ZipInputStream(resource)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = folder.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                Files.copy(zip, file);
            }
        }
    }
}
