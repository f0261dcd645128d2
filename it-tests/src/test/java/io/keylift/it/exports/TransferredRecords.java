// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Records of two servers, without the differences that a transfer makes. */
final class TransferredRecords {

    /** Kinds whose objects Keycloak's export writes without ids. */
    private static final Set<String> WITHOUT_ID = Set.of("scopes", "resources", "policies", "permissions");

    /** Names that the id of an object has. */
    private static final List<String> IDS = List.of("id", "_id", "internalId");

    private TransferredRecords() {}

    /** The records of a kind that have one of these ids, without it. */
    static Set<ObjectNode> ofIds(String kind, Map<String, List<ObjectNode>> records, Set<String> ids) {
        return records.get(kind).stream()
                .filter(record -> ids.contains(id(record)))
                .map(record -> withoutIds(withoutWhatIsGiven(kind, record.deepCopy())))
                .collect(Collectors.toSet());
    }

    /** The records of a kind. Objects that a new realm has from its beginning have other ids there. */
    static List<ObjectNode> portable(String kind, Map<String, List<ObjectNode>> records, Set<ObjectNode> builtIn) {
        return records.get(kind).stream()
                .map(record -> withoutWhatIsGiven(kind, record.deepCopy()))
                .filter(record -> !kind.equals("role-mappings") || hasRoles(record))
                .map(record -> builtIn.contains(withoutIds(record)) ? withoutIds(record) : record)
                .toList();
    }

    private static boolean hasRoles(ObjectNode record) {
        return !record.path("realmRoles").isEmpty()
                || !record.path("clientRoles").isEmpty();
    }

    /** The record after Keycloak's export and import. */
    static ObjectNode afterKeycloak(String kind, ObjectNode record) {
        if (kind.equals("clients")) {
            // A client of the times before that attribute could return to any of its redirect URIs.
            ObjectNode attributes = record.withObjectProperty("attributes");
            if (!attributes.has("post.logout.redirect.uris")) {
                attributes.put("post.logout.redirect.uris", "+");
            }
        }
        for (JsonNode mapper : record.path("protocolMappers")) {
            // In the times before that attribute, what was for the ID token was for userinfo as well.
            ObjectNode config = (ObjectNode) mapper.get("config");
            if (config.has("id.token.claim") && !config.has("userinfo.token.claim")) {
                config.set("userinfo.token.claim", config.get("id.token.claim"));
            }
        }
        withoutEmptyAttributes(kind, record);
        if (kind.equals("departments")) {
            // Its import does not read them.
            record.remove("description");
        }
        return withoutWhatIsNew(kind, record);
    }

    /** Its export leaves out attributes without a value. */
    static ObjectNode withoutEmptyAttributes(String kind, ObjectNode record) {
        if (kind.equals("client-scopes")) {
            record.withObjectProperty("attributes")
                    .properties()
                    .removeIf(attribute -> attribute.getValue().isNull());
        }
        return record;
    }

    /** Without what Keycloak's import makes anew. */
    static ObjectNode withoutWhatIsNew(String kind, ObjectNode record) {
        if (WITHOUT_ID.contains(kind)) {
            record.remove(IDS);
        }
        for (JsonNode consent : record.path("clientConsents")) {
            ((ObjectNode) consent).remove(List.of("createdDate", "lastUpdatedDate"));
        }
        // Values and credentials get ids and priorities that keep no order, and lists of policies are sets.
        record.path("attributes").forEach(TransferredRecords::sort);
        for (String field : List.of("credentials", "clients", "roles", "users", "clientScopes", "groups")) {
            sort(record.path(field));
        }
        return withoutSecretOfBroker(record);
    }

    /** Without what a new client gets, of which a document of Keycloak does not say that a client does not have it. */
    static ObjectNode withoutDefaults(String kind, ObjectNode record) {
        if (kind.equals("clients")) {
            record.withObjectProperty("attributes")
                    .remove(List.of("backchannel.logout.revoke.offline.tokens", "backchannel.logout.session.required"));
            if (record.path("adminUrl").equals(record.path("rootUrl"))
                    || record.path("adminUrl").asText().isEmpty()) {
                record.remove("adminUrl");
            }
        }
        return record;
    }

    /** Without what new objects get that do not have it in a record, even from a second import. */
    private static ObjectNode withoutWhatIsGiven(String kind, ObjectNode record) {
        if (record.path("name").asText().equals("uma_protection")) {
            // The client that protects resources has made it already.
            record.remove("id");
        }
        if (record.path("realmRoles") instanceof ArrayNode roles) {
            // Users of a realm's own import need not have it, new users of ours have it.
            for (int i = roles.size() - 1; i >= 0; i--) {
                if (roles.get(i).asText().equals("default-roles-" + KeycloakTransferIT.REALM)) {
                    roles.remove(i);
                }
            }
        }
        return withoutSecretOfBroker(record);
    }

    /** That client of every realm has none at first. */
    private static ObjectNode withoutSecretOfBroker(ObjectNode record) {
        if (record.path("clientId").asText().equals("broker")) {
            record.remove("secret");
            record.withObjectProperty("attributes").remove("client.secret.creation.time");
        }
        return record;
    }

    private static void sort(JsonNode list) {
        if (list instanceof ArrayNode array) {
            List<JsonNode> values = new ArrayList<>();
            array.forEach(values::add);
            values.sort(Comparator.comparing(JsonNode::toString));
            array.removeAll().addAll(values);
        }
    }

    static String id(ObjectNode record) {
        return IDS.stream().map(name -> record.path(name).asText()).collect(Collectors.joining());
    }

    private static ObjectNode withoutIds(ObjectNode record) {
        ObjectNode copy = record.deepCopy();
        copy.remove(IDS);
        for (String mappers : List.of("protocolMappers", "mappers")) {
            copy.path(mappers).forEach(mapper -> ((ObjectNode) mapper).remove("id"));
        }
        return copy;
    }
}
