package dev.tidings.server.provider;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.core.metadata.ProviderAccount;
import dev.tidings.server.secret.SecretOwner;
import dev.tidings.server.secret.Vault;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** Encrypts the secret settings of a provider account into the bytes that are stored, and decrypts them. */
final class Credentials {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<Map<String, String>> TYPE = new TypeReference<>() {};

    private final Vault vault;

    Credentials(Vault vault) {
        this.vault = vault;
    }

    byte[] seal(String tenant, String name, Map<String, String> secrets) {
        try {
            return vault.seal(owner(tenant, name), JSON.writeValueAsBytes(new TreeMap<>(secrets)));
        } catch (IOException e) {
            // Without the cause, whose message may contain a part of them.
            throw new IllegalStateException("credentials of " + tenant + "/" + name + " can't be encoded");
        }
    }

    /** @throws dev.tidings.server.secret.VaultException if they can't be read */
    Map<String, String> open(ProviderAccount account) {
        byte[] json = vault.open(owner(account.tenant(), account.name()), account.credentials());
        try {
            return JSON.readValue(json, TYPE);
        } catch (IOException e) {
            throw new IllegalStateException("credentials of " + account.id() + " are not a JSON object of strings");
        }
    }

    private static SecretOwner owner(String tenant, String name) {
        return new SecretOwner("provider", tenant, name);
    }
}
