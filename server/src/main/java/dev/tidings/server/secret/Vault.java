package dev.tidings.server.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts and decrypts the stored secrets of tenants with AES-256-GCM, and derives keys for other purposes. The id of the key is part of
 * the ciphertext's header; the {@link SecretOwner} is authenticated and has to be the same for decryption.
 *
 * <pre>
 * version (1)   length of the key's id (1)   id of the key   nonce (12)   ciphertext and tag
 * </pre>
 *
 * <p>The nonce is random, which is sound for some four billion secrets under one key. The header and the owner are additional
 * authenticated data: no byte can be changed, and no secret can be moved to another owner.
 */
public final class Vault {
    private static final byte VERSION = 1;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final String CIPHER = "AES/GCM/NoPadding";

    private final VaultKeys keys;
    private final SecureRandom random = new SecureRandom();

    public Vault(VaultKeys keys) {
        this.keys = keys;
    }

    /** Encrypts with the newest key. Never returns the same bytes twice. */
    public byte[] seal(SecretOwner owner, byte[] secret) {
        VaultKey key = keys.first();
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] header = header(key.id());
        try {
            byte[] sealed =
                    cipher(Cipher.ENCRYPT_MODE, key, nonce, header, owner).doFinal(secret);
            return ByteBuffer.allocate(header.length + nonce.length + sealed.length)
                    .put(header)
                    .put(nonce)
                    .put(sealed)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new VaultException("secret of " + owner + " can't be encrypted", e);
        }
    }

    /**
     * @throws VaultException if the bytes were changed, belong to another owner, or were encrypted with a key that is no longer
     *     configured
     */
    public byte[] open(SecretOwner owner, byte[] sealed) {
        ByteBuffer in = ByteBuffer.wrap(sealed);
        if (in.remaining() < 2 || in.get() != VERSION) {
            throw damaged(owner);
        }
        int idLength = Byte.toUnsignedInt(in.get());
        if (in.remaining() < idLength + NONCE_BYTES + TAG_BITS / Byte.SIZE) {
            throw damaged(owner);
        }
        byte[] idBytes = new byte[idLength];
        in.get(idBytes);
        String id = new String(idBytes, UTF_8);
        VaultKey key = keys.find(id)
                .orElseThrow(() -> new VaultException("secret of " + owner + " is encrypted with the key '"
                        + printable(id) + "', which is not configured; configured keys: " + keys.ids()));
        byte[] nonce = new byte[NONCE_BYTES];
        in.get(nonce);
        byte[] rest = new byte[in.remaining()];
        in.get(rest);
        try {
            return cipher(Cipher.DECRYPT_MODE, key, nonce, header(id), owner).doFinal(rest);
        } catch (GeneralSecurityException e) {
            throw damaged(owner);
        }
    }

    /** Derives a key for another purpose from each key, newest first: what the first one signs, the others still verify. */
    public List<byte[]> deriveKeys(String purpose) {
        return keys.all().stream().map(key -> key.derive(purpose)).toList();
    }

    private static VaultException damaged(SecretOwner owner) {
        return new VaultException(
                "secret of " + owner + " can't be decrypted: it was changed, or encrypted for another owner");
    }

    /** A damaged row may contain any bytes. */
    private static String printable(String id) {
        return id.replaceAll("[^A-Za-z0-9_-]", "?");
    }

    private static byte[] header(String id) {
        byte[] bytes = id.getBytes(UTF_8);
        return ByteBuffer.allocate(2 + bytes.length)
                .put(VERSION)
                .put((byte) bytes.length)
                .put(bytes)
                .array();
    }

    private static Cipher cipher(int mode, VaultKey key, byte[] nonce, byte[] header, SecretOwner owner)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, key.key(), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(header);
        // Length-prefixed, so that two different owners never yield the same bytes.
        for (String part : new String[] {owner.kind(), owner.tenant(), owner.name()}) {
            byte[] bytes = part.getBytes(UTF_8);
            cipher.updateAAD(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
            cipher.updateAAD(bytes);
        }
        return cipher;
    }
}
