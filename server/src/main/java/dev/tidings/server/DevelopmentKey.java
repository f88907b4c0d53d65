package dev.tidings.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.tidings.core.meta.Meta;
import dev.tidings.core.meta.Scope;
import dev.tidings.core.meta.Tenant;
import dev.tidings.server.access.KeyMint;
import dev.tidings.server.secret.PrivateFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Optional;

/**
 * The key that makes the first request work: the first start makes a tenant and a key that may do everything, and leaves the key in
 * a file that only its owner can read. Whoever goes into production makes keys with less power and revokes it.
 */
public final class DevelopmentKey {
    public static final String TENANT = "default";

    private static final String FILE = "development-key";
    private static final String ACTOR = "first start";

    private DevelopmentKey() {}

    static Path file(Path dataFolder) {
        return dataFolder.resolve(FILE);
    }

    /** Makes it, unless there is a tenant already. If the first start was cut short, the next one completes it. */
    static void makeIfFirst(Path dataFolder, Meta meta, InstantSource clock) {
        boolean fresh = meta.tenants().list(Optional.empty(), 1).items().isEmpty();
        boolean cutShort = !fresh
                && meta.tenants().find(TENANT).isPresent()
                && meta.apiKeys().list(TENANT, Optional.empty(), 1).items().isEmpty();
        if (!fresh && !cutShort) {
            return;
        }
        KeyMint.Minted minted = KeyMint.mint(TENANT, "development", EnumSet.allOf(Scope.class), clock.instant());
        // On disk before the database knows the key.
        PrivateFile.write(file(dataFolder), minted.text());
        meta.tenants().add(new Tenant(TENANT, "Default", clock.instant()), ACTOR);
        meta.apiKeys().add(minted.key(), ACTOR);
    }

    /** For commands on the same machine. */
    public static String read(Path dataFolder) {
        Path file = file(dataFolder);
        try {
            return Files.readString(file, US_ASCII).trim();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "no key: give one with --key or TIDINGS_KEY; there is no development key in " + file, e);
        }
    }
}
