// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.seal;

import io.keylift.bulkimport.seal.Seal.KeyId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys of a node for values that jobs store. The first key encrypts; the others only decrypt values that were
 * stored before a change of keys.
 *
 * <p>Each job has keys of its own, derived from these, because a key must not encrypt more than 2^32 values under
 * random nonces.
 */
public final class SealingKeys {

    private static final int KEY_LENGTH = 32;
    private static final String MAC = "HmacSHA256";

    private final List<byte[]> keys;
    private final SecureRandom random = new SecureRandom();

    private SealingKeys(List<byte[]> keys) {
        this.keys = keys;
    }

    /**
     * Reads keys: one on each line, 32 bytes in Base64.
     *
     * @throws IllegalArgumentException if the text has anything else; the message quotes nothing of it
     */
    public static SealingKeys parse(String text) {
        List<byte[]> keys = new ArrayList<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (!line.isBlank()) {
                keys.add(key(line.strip(), number));
            }
        }
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("it has no key");
        }
        return new SealingKeys(List.copyOf(keys));
    }

    /** A random key that only this object has. */
    public static SealingKeys temporary() {
        byte[] key = new byte[KEY_LENGTH];
        SealingKeys keys = new SealingKeys(List.of(key));
        keys.random.nextBytes(key);
        return keys;
    }

    /** Id of the key that encrypts. It shows nothing of the key. */
    public String id() {
        return id(keys.get(0)).hex();
    }

    /**
     * The seal for the values of a job.
     *
     * @param uid internal id of the job
     */
    public Seal forJob(String uid) {
        KeyId current = null;
        Map<KeyId, SecretKey> derived = new HashMap<>();
        for (byte[] key : keys) {
            KeyId id = id(key);
            current = current == null ? id : current;
            derived.put(id, derive(key, uid));
        }
        return new Seal(current, derived, random);
    }

    private static byte[] key(String line, int number) {
        byte[] key;
        try {
            key = Base64.getDecoder().decode(line);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("line " + number + " is not Base64"); // the cause quotes the key
        }
        if (key.length != KEY_LENGTH) {
            throw new IllegalArgumentException("line " + number + " has " + key.length + " bytes");
        }
        return key;
    }

    private static KeyId id(byte[] key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(key);
            return KeyId.of(Arrays.copyOf(hash, Seal.KEY_ID_LENGTH));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    private static SecretKey derive(byte[] key, String uid) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(key, MAC));
            return new SecretKeySpec(mac.doFinal(("job " + uid).getBytes(StandardCharsets.UTF_8)), "AES");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + MAC, e);
        }
    }
}
