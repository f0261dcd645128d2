// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.SortedMap;

/** An object in the form of the export. It stays text until its fields are read. */
final class Image {

    private final JsonMapper mapper;
    private final byte[] json;
    private ObjectNode tree;

    /**
     * @param mapper reads and writes such objects
     * @param value a record or JSON
     */
    Image(JsonMapper mapper, Object value) {
        this.mapper = mapper;
        json = json(mapper, value);
    }

    private static byte[] json(JsonMapper mapper, Object value) {
        try {
            return mapper.writeValueAsBytes(value);
        } catch (IOException e) {
            throw new IllegalStateException("A record can always be written", e);
        }
    }

    /** Read back, so that numbers have the same types as in stored images. */
    ObjectNode tree() {
        if (tree == null) {
            try {
                tree = (ObjectNode) mapper.readTree(json);
            } catch (IOException e) {
                throw new IllegalStateException("A record can always be read back", e);
            }
        }
        return tree;
    }

    /** The object to be written as JSON. It has no fields that can be read. */
    JsonNode raw() {
        return mapper.getNodeFactory().rawValueNode(new RawValue(new String(json, StandardCharsets.UTF_8)));
    }

    /** Some fields of the object. */
    ObjectNode only(Set<String> fields) {
        ObjectNode some = mapper.createObjectNode();
        try (JsonParser parser = mapper.createParser(json)) {
            parser.nextToken();
            for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
                parser.nextToken();
                if (fields.contains(field)) {
                    some.set(field, mapper.readTree(parser));
                } else {
                    parser.skipChildren();
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("A record can always be read back", e);
        }
        return some;
    }

    /** Whether the object is as an image shows it that was read in the same way. */
    boolean isSame(Image other) {
        return other != null && Arrays.equals(json, other.json);
    }

    /** Whether the object is as a stored image shows it. */
    boolean isSame(JsonNode stored) {
        return stored != null && (Arrays.equals(json, json(mapper, stored)) || tree().equals(stored));
    }

    /**
     * Fingerprint of the object.
     *
     * @param referrerCounts the number of its referrers by their sort; {@code null} if it has none
     */
    String fingerprint(SortedMap<String, Long> referrerCounts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(json);
            if (referrerCounts != null) {
                digest.update(referrerCounts.toString().getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
