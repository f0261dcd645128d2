// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.client.input.Format;
import io.keylift.client.input.Input;
import io.keylift.client.input.InputFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A realm in documents of Keycloak. The server makes records of them, so all objects are one part. */
public final class DocumentSource implements RealmSource {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PART = "objects";

    private final DocumentFiles files;
    private final RealmSettings settings;

    private DocumentSource(DocumentFiles files, RealmSettings settings) {
        this.files = files;
        this.settings = settings;
    }

    /**
     * Reads the settings of documents.
     *
     * @throws InputFailure if the file has no realm
     */
    public static DocumentSource of(Path file) throws IOException {
        DocumentFiles files = new DocumentFiles(file);
        try (InputStream in = files.settings()) {
            ObjectNode document = document(in);
            if (document.path("realm").asText("").isEmpty()) {
                throw new InputFailure("The file " + file + " has no realm: it is no document of Keycloak");
            }
            return new DocumentSource(files, RealmSettings.ofDocument(document));
        } catch (JsonProcessingException e) {
            throw new InputFailure(
                    "The file " + file + " is no document of one realm of Keycloak: " + e.getOriginalMessage(), e);
        }
    }

    /** Objects of the realm, which may be many, are not kept. */
    private static ObjectNode document(InputStream in) throws IOException {
        ObjectNode document = JSON.createObjectNode();
        try (JsonParser parser = JSON.getFactory().createParser(in)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new InputFailure("A document of one realm is an object of JSON: take one realm out of the file");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                if (RealmSettings.OF_OBJECTS.contains(field) && !field.equals("defaultGroups")) {
                    parser.skipChildren();
                } else {
                    document.set(field, JSON.readTree(parser));
                }
            }
        }
        return document;
    }

    @Override
    public RealmSettings settings() {
        return settings;
    }

    @Override
    public List<Gap> gaps() {
        return List.of();
    }

    @Override
    public List<String> parts() {
        return List.of(PART);
    }

    /** Users have their roles and memberships in their own records. */
    @Override
    public boolean namesAll() {
        return false;
    }

    @Override
    public RealmPart open(String part, References references, boolean secrets) {
        Map<String, String> ids = new TreeMap<>(references.ids());
        // The server takes flows by their alias.
        ids.keySet().removeAll(settings.flows().keySet());
        return new RealmPart(null, new Documents(files, ids), Optional::empty, () -> {});
    }

    /** @param ids other ids of user storages */
    private record Documents(DocumentFiles files, Map<String, String> ids) implements Input {

        @Override
        public InputStream open() throws IOException {
            return ids.isEmpty() ? files.all() : new ReplacedIds(files.all(), ids);
        }

        @Override
        public Format format() {
            return Format.JSON;
        }
    }
}
