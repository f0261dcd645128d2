// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.mirror;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.kind.RecordJson;
import io.keylift.bulkimport.kind.spi.ImportKind;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the key of a record that an import has rejected, and ignores its other fields.
 *
 * @param <R> class of a record
 */
final class KeyReader<R> {

    /** Deep enough for every representation of Keycloak, shallow enough for every stack. */
    private static final int MAX_DEPTH = 50;

    private final Set<String> fields;
    private final Set<String> keyFields;
    private final ObjectReader json;

    /** @param kind a kind with a removal, which names the fields that identify an object */
    KeyReader(ImportKind<R, ?> kind) {
        fields = kind.removal().fields();
        keyFields = kind.shape().rules().entrySet().stream()
                .filter(rule -> rule.getValue().isKey())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        JsonFactory factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .build())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
        json = RecordJson.mapper(factory)
                .readerFor(kind.info().recordType())
                .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    /** A record with the key of another one; {@code null} if the key cannot be read. */
    R read(byte[] record) {
        if (record == null) {
            return null;
        }
        try {
            if (!(json.readTree(record) instanceof ObjectNode object)) {
                return null;
            }
            if (!fields.isEmpty()) {
                object.retain(fields);
            }
            R key = value(object);
            // A field beside the key may have a value of the wrong type.
            return key == null ? value(object.retain(keyFields)) : key;
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    private R value(ObjectNode object) {
        try {
            return hasNul(object) ? null : json.readValue(object);
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    /** No object has such a name, and no database can look it up. */
    private static boolean hasNul(JsonNode node) {
        if (node.isContainerNode()) {
            for (JsonNode child : node) {
                if (hasNul(child)) {
                    return true;
                }
            }
            return false;
        }
        return node.isTextual() && node.textValue().indexOf('\0') >= 0;
    }
}
