package dev.tidings.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.tidings.core.metadata.ApiKeyScope;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.server.auth.KeyMint;
import dev.tidings.server.secret.PrivateFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Optional;

/**
 * Creates the default tenant and its API key with all scopes at the first start, and reads the key for commands on the same machine. The
 * key is stored in a file that only its owner can read. In production, create keys with fewer scopes and revoke this one.
 */
public final class DevelopmentKey {
    public static final String TENANT = "default";

    private static final String FILE = "development-key";
    private static final String ACTOR = "first start";

    private DevelopmentKey() {}

    static Path file(Path dataFolder) {
        return dataFolder.resolve(FILE);
    }

    /** Creates it, unless there is a tenant already. If the first start was interrupted, the next one completes it. */
    static void createOnFirstStart(Path dataFolder, MetadataStore metadata, InstantSource clock) {
        boolean fresh = metadata.tenants().list(Optional.empty(), 1).items().isEmpty();
        boolean interrupted = !fresh
                && metadata.tenants().find(TENANT).isPresent()
                && metadata.apiKeys().list(TENANT, Optional.empty(), 1).items().isEmpty();
        if (!fresh && !interrupted || isBeingDeleted(metadata)) {
            return;
        }
        KeyMint.MintedKey minted =
                KeyMint.mint(TENANT, "development", EnumSet.allOf(ApiKeyScope.class), clock.instant());
        // The file first: a key in the database whose text is lost would be useless.
        PrivateFile.write(file(dataFolder), minted.text());
        metadata.tenants().add(new Tenant(TENANT, "Default", clock.instant()), ACTOR);
        metadata.apiKeys().add(minted.key(), ACTOR);
    }

    public static boolean exists(Path dataFolder) {
        return Files.exists(file(dataFolder));
    }

    /** After the restore of a backup that has only this tenant, which was deleted since: the next start creates another. */
    private static boolean isBeingDeleted(MetadataStore metadata) {
        return metadata.erasures()
                .tenants()
                .find(TENANT)
                .filter(deletion -> !deletion.isComplete())
                .isPresent();
    }

    /** Reads the key, for commands on the same machine. */
    public static String read(Path dataFolder) {
        Path file = file(dataFolder);
        try {
            return Files.readString(file, US_ASCII).trim();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "no key: give one with --key-file or TIDINGS_KEY; there is no development key in " + file, e);
        }
    }
}
