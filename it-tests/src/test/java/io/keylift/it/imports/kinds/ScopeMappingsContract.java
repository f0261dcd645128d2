// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Roles in the scopes of clients and client scopes. */
public final class ScopeMappingsContract extends MappingsContract {

    /** Others are made by {@link #prepareRecords}. */
    private static final int OWNERS = 60;

    @Override
    public String kind() {
        return "scope-mappings";
    }

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin", "manage-clients");
    }

    @Override
    public void prepare(TwinRealm realm) {
        prepareRecords(realm, 0, OWNERS);
        // For the examples.
        prepareRecords(realm, 80, 17);
    }

    /** Even numbers are clients, odd ones are client scopes. */
    @Override
    public void prepareRecords(TwinRealm realm, int first, int count) {
        List<String> clients = new ArrayList<>();
        List<String> scopes = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            if (i % 2 == 0) {
                clients.add("{\"clientId\":\"scoped-" + i + "\",\"publicClient\":true}");
            } else {
                scopes.add("{\"name\":\"scoped-" + i + "\",\"protocol\":\"openid-connect\"}");
            }
        }
        try {
            realm.imports().post("clients?ifExists=skip&results=summary", clients);
            realm.imports().post("client-scopes?ifExists=skip&results=summary", scopes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public List<ObjectNode> examples() {
        return Records.read("scope-mappings.txt");
    }

    @Override
    public ObjectNode record(int number) {
        return Records.json("{%s:'scoped-%d',realmRoles:['reader'],clientRoles:{shop:['buyer','seller']}}"
                .formatted(number % 2 == 0 ? "client" : "clientScope", number));
    }

    /** Without roles of the realm, which require the right to manage the realm. */
    @Override
    public ObjectNode plainRecord(int number) {
        return record(number).without("realmRoles");
    }

    @Override
    String mappings(TwinRealm realm, JsonNode record) {
        return owner(realm, record) + "/scope-mappings";
    }

    /** Path of the client or client scope. */
    private static String owner(TwinRealm realm, JsonNode record) {
        if (record.hasNonNull("client")) {
            String id = realm.clientId(record.get("client").asText());
            return "clients/" + (id.isEmpty() ? "unknown" : id);
        }
        String id = "unknown";
        for (JsonNode scope : realm.admin().get(realm.path("client-scopes"))) {
            if (scope.get("name").equals(record.get("clientScope"))) {
                id = scope.get("id").asText();
            }
        }
        return "client-scopes/" + id;
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        String mappings = mappings(realm, record);
        return AdminApiPaths.of(realm, mappings, mappings + "/realm/composite")
                .and(mappings + "/clients/" + realm.clientId("shop") + "/available")
                .paths();
    }

    @Override
    public Set<String> tables() {
        return Set.of("scope_mapping", "client_scope_role_mapping");
    }
}
