// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;

/**
 * Values by table and key that one record leaves for another, such as hashes by user id. They are in memory as long as
 * they are few, and then in an encrypted temporary file whose key is nowhere else.
 */
final class Kept implements AutoCloseable {

    private final long most;
    private final Map<String, byte[]> memory = new HashMap<>();
    private long size;
    private MVStore store;
    private MVMap<String, byte[]> map;
    private Path file;

    /** @param most bytes of keys and values that stay in memory */
    Kept(long most) {
        this.most = most;
    }

    /** Adds a value, which is JSON in one line, behind those of the same key. */
    void add(String table, String key, byte[] value) throws IOException {
        String name = table + '\0' + key;
        byte[] before = get(name);
        byte[] all = value;
        if (before != null) {
            ByteArrayOutputStream joined = new ByteArrayOutputStream(before.length + value.length + 1);
            joined.writeBytes(before);
            joined.write('\n');
            joined.writeBytes(value);
            all = joined.toByteArray();
        }
        put(name, all);
    }

    /** Values of the key as lines of JSON; {@code null} if there are none. */
    byte[] get(String table, String key) {
        return get(table + '\0' + key);
    }

    /** Keeps the only value of the key. */
    void set(String table, String key, byte[] value) throws IOException {
        put(table + '\0' + key, value);
    }

    /** Whether it is the first time that this is asked. */
    boolean first(String table, String key) throws IOException {
        String name = "once\0" + table + '\0' + key;
        if (get(name) != null) {
            return false;
        }
        put(name, new byte[0]);
        return true;
    }

    private byte[] get(String name) {
        return map == null ? memory.get(name) : map.get(name);
    }

    private void put(String name, byte[] value) throws IOException {
        if (map == null) {
            memory.put(name, value);
            size += 100L + 2L * name.length() + value.length;
            if (size > most) {
                toDisk();
            }
        } else {
            map.put(name, value);
        }
    }

    private void toDisk() throws IOException {
        file = Files.createTempFile("keylift", ".joined");
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        try {
            store = new MVStore.Builder()
                    .fileName(file.toString())
                    .encryptionKey(Base64.getEncoder().encodeToString(key).toCharArray())
                    .cacheSize(8)
                    .autoCommitBufferSize(4096)
                    .open();
            map = store.openMap("kept");
            map.putAll(memory);
        } catch (MVStoreException e) {
            close();
            throw new FormatException(
                    "no_temporary_file", "The temporary file for joined records cannot be written", e);
        }
        memory.clear();
    }

    @Override
    public void close() throws IOException {
        if (store != null) {
            store.closeImmediately();
        }
        if (file != null) {
            Files.deleteIfExists(file);
        }
    }
}
