// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import io.keylift.bulkimport.kind.RecordJson;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordShape;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Shapes of the kinds of a server, and readers of the classes of their records. They never change, and making them
 * takes longer than an import of one record. Thread-safe.
 */
final class KnownRecords {

    /** Deep enough for every representation of Keycloak, shallow enough for every stack. */
    private static final int MAX_DEPTH = 50;

    private final int maxRecordBytes;
    private final Map<ReaderKey, ObjectReader> readers = new ConcurrentHashMap<>();
    private final Map<String, RecordShape> shapes = new ConcurrentHashMap<>();

    private record ReaderKey(Class<?> type, int maxBytes) {}

    /** @param maxRecordBytes maximum length of a record that a client sends */
    KnownRecords(int maxRecordBytes) {
        this.maxRecordBytes = maxRecordBytes;
    }

    /** Reads records that a client has sent. */
    ObjectReader sent(Class<?> type) {
        return reader(new ReaderKey(type, maxRecordBytes));
    }

    /** Reads records that the server has written, of any length. */
    ObjectReader own(Class<?> type) {
        return reader(new ReaderKey(type, Integer.MAX_VALUE));
    }

    RecordShape shape(ImportKind<?, ?> kind) {
        return shapes.computeIfAbsent(kind.getId(), any -> kind.shape());
    }

    private ObjectReader reader(ReaderKey wanted) {
        return readers.computeIfAbsent(wanted, key -> {
            JsonFactory factory = JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(key.maxBytes())
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build();
            return RecordJson.mapper(factory).readerFor(key.type());
        });
    }
}
