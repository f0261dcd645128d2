// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Hashes passwords as Keycloak does by default, in this process and on all processors: the rate that no import of plain
 * passwords can exceed.
 */
final class HashRate {

    /** Keycloak's defaults of Argon2. */
    private static final int MEMORY_KILOBYTES = 7_168;

    private static final int ITERATIONS = 5;
    private static final int LENGTH = 32;
    private static final int SALT = 16;

    private HashRate() {}

    /** Hashes the password so many times. */
    static void hash(int times, String password) throws Exception {
        int processors = Runtime.getRuntime().availableProcessors();
        ExecutorService threads = Executors.newFixedThreadPool(processors);
        try {
            List<Callable<Void>> parts = new ArrayList<>();
            for (int i = 0; i < processors; i++) {
                int part = times * (i + 1) / processors - times * i / processors;
                parts.add(() -> {
                    for (int n = 0; n < part; n++) {
                        hash(password, new byte[SALT]);
                    }
                    return null;
                });
            }
            for (Future<Void> part : threads.invokeAll(parts)) {
                part.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    static byte[] hash(String password, byte[] salt) {
        Argon2BytesGenerator argon2 = new Argon2BytesGenerator();
        argon2.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withSalt(salt)
                .withParallelism(1)
                .withMemoryAsKB(MEMORY_KILOBYTES)
                .withIterations(ITERATIONS)
                .build());
        byte[] hash = new byte[LENGTH];
        argon2.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
        return hash;
    }
}
