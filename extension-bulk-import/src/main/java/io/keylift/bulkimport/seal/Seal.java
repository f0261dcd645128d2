// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.seal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts the values that one job stores, by AES-256-GCM.
 *
 * <p>A sealed value is a version (1 byte), the id of its key (8 bytes), a random nonce (12 bytes), the encrypted value,
 * and a tag (16 bytes). The tag covers the version, the key's id and the place, too: a value that was moved to another
 * row or to another job does not open.
 *
 * <p>Can be used by any number of threads.
 */
public final class Seal {

    static final int KEY_ID_LENGTH = 8;

    private static final byte VERSION = 1;
    private static final int HEADER_LENGTH = 1 + KEY_ID_LENGTH;
    private static final int NONCE_LENGTH = 12;
    private static final int TAG_LENGTH = 16;
    private static final String ALGORITHM = "AES/GCM/NoPadding";

    private final KeyId current;
    private final Map<KeyId, SecretKey> keys;
    private final SecureRandom random;

    /** Id of a key: the beginning of a hash of the key. */
    record KeyId(String hex) {

        static KeyId of(byte[] id) {
            return new KeyId(HexFormat.of().formatHex(id));
        }

        byte[] bytes() {
            return HexFormat.of().parseHex(hex);
        }
    }

    /**
     * @param current the key that seals
     * @param keys the keys that open, the current one included
     */
    Seal(KeyId current, Map<KeyId, SecretKey> keys, SecureRandom random) {
        this.current = current;
        this.keys = keys;
        this.random = random;
    }

    /**
     * Encrypts a value.
     *
     * @param place name of the value within the job, such as {@code deferred 17}, which no other stored value of the
     *     job has
     */
    public byte[] seal(byte[] value, String place) {
        byte[] nonce = new byte[NONCE_LENGTH];
        random.nextBytes(nonce);
        byte[] header = ByteBuffer.allocate(HEADER_LENGTH)
                .put(VERSION)
                .put(current.bytes())
                .array();
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, keys.get(current), nonce, header, place);
            ByteBuffer sealed = ByteBuffer.allocate(HEADER_LENGTH + NONCE_LENGTH + value.length + TAG_LENGTH)
                    .put(header)
                    .put(nonce);
            cipher.doFinal(ByteBuffer.wrap(value), sealed);
            return sealed.array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + ALGORITHM, e);
        }
    }

    /**
     * Decrypts a value.
     *
     * @param place the place that the value was sealed for
     * @throws SealException if the value cannot be opened
     */
    public byte[] open(byte[] sealed, String place) {
        if (sealed.length < HEADER_LENGTH + NONCE_LENGTH + TAG_LENGTH || sealed[0] != VERSION) {
            throw new SealException("The stored value is not encrypted, or by another version of Keylift");
        }
        byte[] header = Arrays.copyOf(sealed, HEADER_LENGTH);
        KeyId id = KeyId.of(Arrays.copyOfRange(header, 1, HEADER_LENGTH));
        SecretKey key = keys.get(id);
        if (key == null) {
            throw new SealException("The stored value is encrypted under key " + id.hex()
                    + ", which this node does not have. This node encrypts under key " + current.hex());
        }
        byte[] nonce = Arrays.copyOfRange(sealed, HEADER_LENGTH, HEADER_LENGTH + NONCE_LENGTH);
        int start = HEADER_LENGTH + NONCE_LENGTH;
        try {
            return cipher(Cipher.DECRYPT_MODE, key, nonce, header, place).doFinal(sealed, start, sealed.length - start);
        } catch (AEADBadTagException e) {
            throw new SealException("The stored value was changed, or belongs to another place than " + place, e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + ALGORITHM, e);
        }
    }

    private static Cipher cipher(int mode, SecretKey key, byte[] nonce, byte[] header, String place)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(ALGORITHM);
        cipher.init(mode, key, new GCMParameterSpec(8 * TAG_LENGTH, nonce));
        cipher.updateAAD(header);
        cipher.updateAAD(place.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
