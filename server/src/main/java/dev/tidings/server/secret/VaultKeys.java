package dev.tidings.server.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.server.config.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys in use, the first of which encrypts. To change keys, put a new one in front and keep the others: each secret is encrypted
 * with the new one when it is next written.
 */
public final class VaultKeys {
    private static final Logger log = LoggerFactory.getLogger(VaultKeys.class);
    private static final String FILE = "secret-keys";

    private final Map<String, VaultKey> byId = new LinkedHashMap<>();
    private final VaultKey first;

    private VaultKeys(List<VaultKey> keys, String where) {
        if (keys.isEmpty()) {
            throw new VaultException(where + ": got no key, expected at least one as id:base64");
        }
        first = keys.get(0);
        for (VaultKey key : keys) {
            if (byId.put(key.id(), key) != null) {
                throw new VaultException(where + ": the key '" + key.id() + "' is there twice, expected each id once");
            }
        }
    }

    /** From the environment or a file, as configured; otherwise from a file in the data folder, which the first start makes. */
    public static VaultKeys of(Config config) {
        Config.Secrets secrets = config.secrets();
        if (!secrets.keys().isEmpty() && !secrets.keyFile().isEmpty()) {
            throw new VaultException("secrets: got both keys and keyFile, expected one of them");
        }
        if (!secrets.keys().isEmpty()) {
            return parse(Arrays.stream(secrets.keys().reveal().split("[,\\s]+")), "secrets.keys");
        }
        if (!secrets.keyFile().isEmpty()) {
            return read(Path.of(secrets.keyFile()));
        }
        Path file = config.dataFolder().resolve(FILE);
        if (!Files.exists(file)) {
            PrivateFile.write(file, VaultKey.random().line());
            log.info(
                    "made a key for the credentials of providers in {}: keep a copy of it elsewhere,"
                            + " what is encrypted with it can't be read without it",
                    file.toAbsolutePath());
        }
        return read(file);
    }

    /** One key that nobody knows, for as long as the process lives. */
    public static VaultKeys temporary() {
        return new VaultKeys(List.of(VaultKey.random()), "a random key");
    }

    /** One on each line; those that are empty or begin with # are passed over. */
    static VaultKeys read(Path file) {
        String where = "the keys in " + file.toAbsolutePath();
        warnIfOthersCanRead(file);
        try {
            return parse(Files.readString(file, UTF_8).lines(), where);
        } catch (IOException e) {
            throw new VaultException(where + " can't be read: " + e.getClass().getSimpleName(), e);
        }
    }

    private static void warnIfOthersCanRead(Path file) {
        try {
            Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(file);
            if (allowed.contains(PosixFilePermission.OTHERS_READ)) {
                log.warn("everybody on this machine can read the keys in {}, expected only its owner", file);
            }
        } catch (IOException | UnsupportedOperationException e) {
            // What keeps it from being read as well is told there; a file system without permissions has nothing to
            // say.
        }
    }

    static VaultKeys parse(Stream<String> lines, String where) {
        List<VaultKey> keys = lines.map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .map(line -> VaultKey.parse(line, where))
                .toList();
        return new VaultKeys(keys, where);
    }

    /** The newest first. */
    Collection<VaultKey> all() {
        return byId.values();
    }

    VaultKey first() {
        return first;
    }

    Optional<VaultKey> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    Set<String> ids() {
        return byId.keySet();
    }

    @Override
    public String toString() {
        return "VaultKeys" + byId.keySet();
    }
}
