package dev.tidings.server.secret;

import java.util.stream.Stream;

/** A vault with the key that frozen samples are encrypted with. */
public final class FrozenVault {
    static final SecretOwner OWNER = new SecretOwner("provider", "acme", "main");

    /** The bytes 0 to 31. */
    private static final String KEY = "2026a:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    private FrozenVault() {}

    public static Vault open() {
        return new Vault(VaultKeys.parse(Stream.of(KEY), "the frozen key"));
    }
}
