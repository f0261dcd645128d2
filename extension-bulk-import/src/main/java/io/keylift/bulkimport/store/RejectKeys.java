// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.ReportLine;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** How the ledger stores the keys of rejected records, which can be usernames and email addresses. */
public enum RejectKeys {
    /** The key as it is. */
    PLAIN {
        @Override
        ChunkEntry kept(String uid, ChunkEntry entry) {
            return entry;
        }
    },
    /**
     * HMAC-SHA-256 of the key, with the job's internal id as the secret: equal keys of a job have equal values, and
     * values of different jobs cannot be compared.
     */
    HASHED {
        @Override
        ChunkEntry kept(String uid, ChunkEntry entry) {
            if (entry.report().isEmpty()) {
                return entry;
            }
            Mac mac = mac(uid);
            return new ChunkEntry(
                    entry.chunk(),
                    entry.firstLine(),
                    entry.lastLine(),
                    entry.digest(),
                    entry.counters(),
                    entry.report().stream().map(line -> hashed(mac, line)).toList(),
                    entry.kind(),
                    entry.millis());
        }
    };

    private static final String ALGORITHM = "HmacSHA256";
    private static final String PREFIX = "hmac-sha256:";

    /** The entry as it is stored. */
    abstract ChunkEntry kept(String uid, ChunkEntry entry);

    private static ReportLine hashed(Mac mac, ReportLine line) {
        if (line.key() == null) {
            return line;
        }
        String hash = HexFormat.of().formatHex(mac.doFinal(line.key().getBytes(StandardCharsets.UTF_8)));
        return line.about(line.subject().withKey(PREFIX + hash));
    }

    private static Mac mac(String uid) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(uid.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + ALGORITHM, e);
        }
    }
}
