// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Set;

/** Changes the references of exported records to those of the new realm, each only in the places that have it. */
final class RecordReferences {

    private static final String ROLE = "role";
    private static final String NAME = "name";
    private static final String CONFIG = "config";

    /** Keycloak creates them with each realm. */
    private static final Set<String> CLIENTS = Set.of("account", "account-console", "security-admin-console", "broker");

    private final References references;

    RecordReferences(References references) {
        this.references = references;
    }

    /** The record itself, after the change. */
    ObjectNode change(String kind, ObjectNode record) {
        roles(record.get("realmRoles"));
        switch (kind) {
            case "roles" -> role(record);
            case "users" -> id(record, "federationLink");
            case "clients" -> client(record);
            case "client-scopes" -> mappers(record.path("protocolMappers"));
            case "identity-providers" -> mappers(record.path("mappers"));
            case "role-capabilities" -> roleOfRealm(record);
            case "policies" -> policy(record);
            default -> {}
        }
        return record;
    }

    /** The change that takes the default role, which each new user gets, from a user without it; otherwise null. */
    ObjectNode withoutDefaultRole(ObjectNode user) {
        JsonNode roles = user.path("realmRoles");
        // Users of a user storage have it by their storage.
        if (!roles.isArray() || user.hasNonNull("federationLink")) {
            return null;
        }
        for (JsonNode role : roles) {
            if (references.isDefaultRole(role.asText())) {
                return null;
            }
        }
        ObjectNode change = user.objectNode();
        change.set("username", user.path("username"));
        change.putObject("remove").putArray("realmRoles").add(references.defaultRole());
        return change;
    }

    private void role(ObjectNode role) {
        boolean ofRealm = !role.hasNonNull("client");
        JsonNode composites = role.path("composites");
        roles(composites.get("realm"));
        if (ofRealm && references.isDefaultRole(role.path(NAME).asText())) {
            role.put(NAME, references.defaultRole());
            // The new realm gives its default role more than the old one may have.
            ObjectNode all = role.withObjectProperty("composites");
            all.withArrayProperty("realm");
            all.withObjectProperty("client").withArrayProperty("account");
        }
    }

    private void client(ObjectNode client) {
        if (client.get("authenticationFlowBindingOverrides") instanceof ObjectNode flows) {
            List.copyOf(flows.properties()).forEach(flow -> id(flows, flow.getKey()));
        }
        mappers(client.path("protocolMappers"));
        if (CLIENTS.contains(client.path("clientId").asText())) {
            for (String field : List.of("baseUrl", "rootUrl", "adminUrl")) {
                if (client.path(field).isTextual()) {
                    client.put(field, references.url(client.get(field).textValue()));
                }
            }
            if (client.get("redirectUris") instanceof ArrayNode uris) {
                for (int i = 0; i < uris.size(); i++) {
                    uris.set(i, TextNode.valueOf(references.url(uris.get(i).asText())));
                }
            }
        }
    }

    /** Mappers that give everybody one role. */
    private void mappers(JsonNode mappers) {
        for (JsonNode mapper : mappers) {
            if (mapper.get(CONFIG) instanceof ObjectNode config) {
                role(config, ROLE);
            }
        }
    }

    private void roleOfRealm(ObjectNode record) {
        if (!record.hasNonNull("client")) {
            role(record, ROLE);
        }
    }

    /** A policy names its roles by objects or by texts. */
    private void policy(ObjectNode policy) {
        roles(policy.get("roles"));
        for (JsonNode role : policy.path("roles")) {
            if (role instanceof ObjectNode object) {
                role(object, "id");
                role(object, NAME);
            }
        }
    }

    private void roles(JsonNode roles) {
        if (roles instanceof ArrayNode names) {
            for (int i = 0; i < names.size(); i++) {
                if (names.get(i).isTextual()) {
                    names.set(i, TextNode.valueOf(references.role(names.get(i).textValue())));
                }
            }
        }
    }

    private void role(ObjectNode holder, String field) {
        if (holder.path(field).isTextual()) {
            holder.put(field, references.role(holder.get(field).textValue()));
        }
    }

    private void id(ObjectNode holder, String field) {
        if (holder.path(field).isTextual()) {
            holder.put(field, references.id(holder.get(field).textValue()));
        }
    }
}
