// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.keylift.bulkimport.input.InputException;
import io.keylift.bulkimport.input.InputLimits;
import java.io.ByteArrayOutputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Takes a document apart in one pass, for any order of its fields. Of the elements of sections, one at a time is
 * in memory. Several documents of a realm can follow each other, such as the files of {@code kc.sh export --dir}.
 */
final class DocumentParser {

    /** Roles of a client have a field for it, as records have. */
    static final String CLIENT = "client";

    /** Scope mappings have a field for the client of their roles. */
    static final String CLIENT_OF_ROLES = "clientOfRoles";

    /** Parts of a large element become records of their own, such as subgroups and resources. */
    private static final int RECORDS_IN_ELEMENT = 16;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    static final ObjectMapper MAPPER = new ObjectMapper(JSON);

    private static final ObjectReader STRICT =
            MAPPER.reader().with(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);

    private final Sections sections;
    private final int maxBytes;
    private final JsonFactory format;
    private final DocumentFacts facts = new DocumentFacts();
    private final ByteArrayOutputStream element = new ByteArrayOutputStream();

    DocumentParser(Sections sections, InputLimits limits) {
        this.sections = sections;
        maxBytes = maxElementBytes(limits.maxRecordBytes());
        // A value is in memory before it is known to be too long. Where it is passed over, it is not.
        format = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxStringLength(2 * maxBytes)
                        .build())
                .build();
    }

    /** The longest element of a section that is read. */
    static int maxElementBytes(int maxRecordBytes) {
        return (int) Math.min(Integer.MAX_VALUE / 2, (long) maxRecordBytes * RECORDS_IN_ELEMENT);
    }

    /**
     * @param name name of the file in an archive; {@code null} if the body is the file
     * @throws InputException if it is not a document
     */
    void parse(String name, InputStream text) throws IOException {
        sections.begin(name);
        try (JsonParser json = format.createParser(text).disable(JsonParser.Feature.AUTO_CLOSE_SOURCE)) {
            parse(json);
        } catch (StreamConstraintsException e) {
            throw malformed("The document has a value that is too long or nested too deeply" + at(e));
        } catch (JsonProcessingException e) {
            throw malformed("The document is not valid JSON, or it ends early" + at(e));
        } catch (CharConversionException e) {
            throw malformed("The document is not valid UTF-8");
        }
    }

    /** Facts that the documents state once, of all documents together. */
    DocumentFacts facts() {
        return facts;
    }

    private static String at(JsonProcessingException fault) {
        return fault.getLocation() == null ? "" : at(fault.getLocation());
    }

    private static String at(JsonLocation place) {
        return ", in line " + place.getLineNr() + ", column " + place.getColumnNr();
    }

    private void parse(JsonParser json) throws IOException {
        for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
            if (token != JsonToken.START_OBJECT) {
                throw malformed("After the end of a document there is something else than another one");
            }
            parseDocument(json);
        }
    }

    private void parseDocument(JsonParser json) throws IOException {
        Set<String> fields = new HashSet<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String field = json.currentName();
            if (!fields.add(field)) {
                throw malformed("The document has field `" + field + "` twice" + at(json.currentTokenLocation())
                        + ". Remove one of the two.");
            }
            if (json.nextToken() != JsonToken.VALUE_NULL) {
                parse(field, json);
            }
        }
        if (!DocumentField.namesRealm(fields)) {
            throw malformed("The object is not a document of a realm: it has no field `realm` or one with records."
                    + " Send records of one kind to the path of the kind, in an array or as `application/x-ndjson`, and"
                    + " lines with `kind` and `record` as `application/x-ndjson`.");
        }
    }

    private void parse(String field, JsonParser json) throws IOException {
        Section section = Section.BY_FIELD.get(field);
        if (section == Section.ROLES) {
            parseRoles(json);
        } else if (section != null) {
            if (section == Section.CLIENT_SCOPES) {
                facts.listClientScopes();
            }
            forEach(field, json, () -> copy(section, json));
        } else {
            switch (field) {
                case "realm" -> {
                    require(JsonToken.VALUE_STRING, "realm", "a string", json);
                    facts.nameRealm(json.getText());
                }
                case "keycloakVersion" -> facts.nameVersion(tree(json).asText());
                case "defaultRole" ->
                    facts.nameDefaultRole(tree(json).path("name").asText(null));
                case "defaultDefaultClientScopes" -> {
                    facts.nameDefaultScopes();
                    forEach(field, json, () -> facts.addDefaultScope(tree(json).asText()));
                }
                case "defaultOptionalClientScopes" -> {
                    facts.nameOptionalScopes();
                    forEach(field, json, () -> facts.addOptionalScope(tree(json).asText()));
                }
                case "identityProviderMappers" -> {
                    facts.nameMappers();
                    forEach(field, json, () -> addMapper(json));
                }
                case "authenticationFlows" -> forEach(field, json, () -> addFlow(json));
                case "defaultRoles" ->
                    forEach(field, json, () -> facts.addDefaultRole(tree(json).asText()));
                case "applications" ->
                    forEach(field, json, () -> add(Section.CLIENTS, json, LegacyFields::ofApplication));
                case "oauthClients" ->
                    forEach(field, json, () -> add(Section.CLIENTS, json, LegacyFields::ofOauthClient));
                case "clientTemplates" ->
                    forEach(field, json, () -> add(Section.CLIENT_SCOPES, json, LegacyFields::ofTemplate));
                case "clientScopeMappings", "applicationScopeMappings" -> parseScopeMappings(field, json);
                default -> facts.leaveOut(field, size(json));
            }
        }
    }

    private void addMapper(JsonParser json) throws IOException {
        byte[] mapper = copy(json);
        if (mapper.length == 0) {
            throw malformed("A mapper of an identity provider is longer than " + maxBytes + " bytes");
        }
        facts.addMapper(MAPPER.readTree(mapper).path("identityProviderAlias").asText(), mapper);
    }

    private void addFlow(JsonParser json) throws IOException {
        JsonNode flow = tree(json);
        facts.addFlow(flow.path("id").asText(), flow.path("alias").asText());
        facts.leaveOut("authenticationFlows", 1);
    }

    private void parseRoles(JsonParser json) throws IOException {
        require(JsonToken.START_OBJECT, "roles", "an object", json);
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String container = json.currentName();
            JsonToken value = json.nextToken();
            if (value == JsonToken.VALUE_NULL) {
                continue;
            }
            switch (container) {
                case "realm" -> forEach("roles/realm", json, () -> copy(Section.ROLES, json));
                case CLIENT, "application" -> {
                    require(JsonToken.START_OBJECT, "roles/client", "an object", json);
                    while (json.nextToken() != JsonToken.END_OBJECT) {
                        String client = json.currentName();
                        json.nextToken();
                        forEach("roles/client", json, () -> {
                            Element role = element(json);
                            sections.add(Section.ROLES, role.with(ofClient(client, role.text())));
                        });
                    }
                }
                default -> throw malformed("Field `roles` of the document has another field than `realm` and `client`");
            }
        }
    }

    /** Scope mappings of client roles, by client. */
    private void parseScopeMappings(String field, JsonParser json) throws IOException {
        require(JsonToken.START_OBJECT, field, "an object", json);
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String client = json.currentName();
            json.nextToken();
            forEach(
                    field,
                    json,
                    () -> add(Section.SCOPE_MAPPINGS, json, mapping -> mapping.put(CLIENT_OF_ROLES, client)));
        }
    }

    /** Adds an element to a section after a change; one that is too long stays empty. */
    private void add(Section section, JsonParser json, Consumer<ObjectNode> change) throws IOException {
        Element element = element(json);
        if (!element.isTooLong() && strictTree(element.text()) instanceof ObjectNode object) {
            change.accept(object);
            element = element.with(MAPPER.writeValueAsBytes(object));
        }
        sections.add(section, element);
    }

    private void copy(Section section, JsonParser json) throws IOException {
        sections.add(section, element(json));
    }

    private Element element(JsonParser json) throws IOException {
        JsonLocation place = json.currentTokenLocation();
        return new Element(copy(json), sections.document(), place.getLineNr(), place.getColumnNr());
    }

    /** The tree of a text, or the text itself if an object has a field twice: its kind rejects it. */
    static JsonNode strictTree(byte[] text) throws IOException {
        try {
            return STRICT.readTree(text);
        } catch (JsonProcessingException e) {
            return new POJONode(new RawValue(new String(text, StandardCharsets.UTF_8)));
        }
    }

    /** The text of the role with one more field; whether it has a field twice is for its kind to say. */
    private static byte[] ofClient(String client, byte[] role) throws IOException {
        if (role.length == 0 || role[0] != '{') {
            return role;
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream(role.length + client.length());
        text.write(role, 0, role.length - 1);
        if (role.length > 2) {
            text.write(',');
        }
        text.writeBytes(MAPPER.writeValueAsBytes(CLIENT));
        text.write(':');
        text.writeBytes(MAPPER.writeValueAsBytes(client));
        text.write('}');
        return text.toByteArray();
    }

    private static void require(JsonToken token, String field, String type, JsonParser json) throws InputException {
        if (json.currentToken() != token) {
            throw malformed("Field `" + field + "` of the document is not " + type);
        }
    }

    /** Does something with the elements of an array, none of which it may leave unread. */
    private interface Step {
        void run() throws IOException;
    }

    private static void forEach(String field, JsonParser json, Step step) throws IOException {
        require(JsonToken.START_ARRAY, field, "an array", json);
        while (json.nextToken() != JsonToken.END_ARRAY) {
            step.run();
        }
    }

    /** The value; missing if it is too long. */
    private JsonNode tree(JsonParser json) throws IOException {
        return MAPPER.readTree(copy(json));
    }

    /** The value as JSON text; empty if it is too long. */
    private byte[] copy(JsonParser json) throws IOException {
        element.reset();
        boolean fits = true;
        JsonGenerator copy = JSON.createGenerator(element);
        int depth = 0;
        do {
            depth += json.currentToken().isStructStart()
                    ? 1
                    : json.currentToken().isStructEnd() ? -1 : 0;
            if (fits) {
                if (json.currentToken().isNumeric()) {
                    copy.writeNumber(json.getText()); // as it stands: not every number can be a value
                } else {
                    copy.copyCurrentEventExact(json);
                }
                fits = element.size() <= maxBytes;
            }
        } while (depth > 0 && json.nextToken() != null);
        if (!fits) {
            return new byte[0];
        }
        copy.close();
        return element.size() > maxBytes ? new byte[0] : element.toByteArray();
    }

    private static long size(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return 1;
        }
        long size = 0;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            json.skipChildren();
            size++;
        }
        return size;
    }

    private static InputException malformed(String message) {
        return new InputException(DocumentReader.MALFORMED, message);
    }
}
