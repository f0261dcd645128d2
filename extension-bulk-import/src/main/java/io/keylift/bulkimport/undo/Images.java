// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.kind.RecordJson;
import io.keylift.bulkimport.kind.RecordWriters;
import io.keylift.bulkimport.kind.spi.ChangedObjects;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordSource.Selection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Reads the objects of a kind in the form of the export, whole or some of their fields.
 *
 * @param <R> class of a record
 */
final class Images<R> {

    private final ImportKind<R, ?> kind;
    private final RecordSource<R> source;
    private final JsonMapper writer;
    private final ObjectReader reader;
    private final Selection selection;

    private Images(ImportKind<R, ?> kind, Set<String> fields) {
        this.kind = kind;
        source = kind.source();
        selection = new Selection(Map.of(), fields, fields.isEmpty() && source.hasSecrets(), true);
        writer = RecordWriters.mapper(kind, fields);
        reader = RecordJson.mapper(new JsonFactory()).readerFor(kind.info().recordType());
    }

    /** Whole objects of a kind. */
    static <R> Images<R> of(ImportKind<R, ?> kind) {
        return new Images<>(kind, Set.of());
    }

    /** Images of the objects that records of another kind can change. */
    static <T> Images<T> of(ChangedObjects<?, T> changes) {
        return new Images<>(changes.kind(), changes.fields());
    }

    /** Images of the objects that a job of a kind changes, as an undo restores them. */
    static Images<?> ofJob(ImportKind<?, ?> kind) {
        ChangedObjects<?, ?> changes = kind.changes();
        return changes == null ? of(kind) : of(changes);
    }

    /** Whether the objects are read whole. Others are neither added nor removed. */
    boolean areWhole() {
        return selection.fields().isEmpty();
    }

    RecordSource<R> source() {
        return source;
    }

    ImportKind<R, ?> kind() {
        return kind;
    }

    /** The objects that exist, by id. */
    Map<String, ObjectNode> load(ExportContext context, Collection<String> ids) {
        Map<String, ObjectNode> images = new HashMap<>();
        if (!ids.isEmpty()) {
            source.load(context, selection, ids).forEach((id, record) -> {
                if (!source.isNothing(record)) {
                    images.put(id, image(record));
                }
            });
        }
        return images;
    }

    /** Read back, so that numbers have the same types as in stored images. */
    private ObjectNode image(R record) {
        try {
            return (ObjectNode) writer.readTree(writer.writeValueAsBytes(record));
        } catch (IOException e) {
            throw new IllegalStateException("A record can always be written", e);
        }
    }

    /** The ids of the objects that these records name, as {@link RecordSource#find} returns them. */
    List<String> find(ExportContext context, List<R> records) {
        return source.find(context, records);
    }

    boolean loseReferrers() {
        return source.losesReferrers();
    }

    boolean referToEachOther() {
        return source.referToEachOther();
    }

    Map<String, SortedMap<String, Long>> referrerCounts(ExportContext context, Collection<String> ids) {
        return ids.isEmpty() ? Map.of() : source.referrerCounts(context, ids);
    }

    R read(JsonNode image) {
        try {
            return reader.readValue(image);
        } catch (IOException e) {
            throw new IllegalStateException("A record of kind " + kind.getId() + " cannot be read back", e);
        }
    }

    /**
     * Fingerprint of an object.
     *
     * @param referrerCounts the number of its referrers by their sort; {@code null} if it has none
     */
    String fingerprint(ObjectNode image, SortedMap<String, Long> referrerCounts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(writer.writeValueAsBytes(image));
            if (referrerCounts != null) {
                digest.update(referrerCounts.toString().getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A tree can always be written", e);
        }
    }
}
