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
 * The encryption keys of the {@link Vault}, read from the configuration or a file; the first one encrypts, all of them decrypt. To rotate,
 * put a new key in front and keep the others: each secret is encrypted with the new key when it is next written.
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
                throw new VaultException(where + ": the key '" + key.id() + "' occurs twice, expected unique ids");
            }
        }
    }

    /** From the configured environment variable or file; otherwise from a file in the data folder, which the first start creates. */
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
                    "created the encryption key for provider credentials in {}: keep a backup of it,"
                            + " the credentials can't be decrypted without it",
                    file.toAbsolutePath());
        }
        return read(file);
    }

    /** A random key that is lost with the process. */
    public static VaultKeys temporary() {
        return new VaultKeys(List.of(VaultKey.random()), "a random key");
    }

    /** One key on each line; empty lines and lines that begin with # are skipped. */
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
                log.warn("the key file {} is readable by all users of this machine; restrict it to its owner", file);
            }
        } catch (IOException | UnsupportedOperationException e) {
            // If the file can't be read, reading it reports that; a file system without permissions has nothing to
            // check.
        }
    }

    static VaultKeys parse(Stream<String> lines, String where) {
        List<VaultKey> keys = lines.map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .map(line -> VaultKey.parse(line, where))
                .toList();
        return new VaultKeys(keys, where);
    }

    /** Newest first. */
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
