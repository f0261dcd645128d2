// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A client role or, without a client, a realm role. */
record NamedRole(String client, String name) {

    /** As it is there. */
    JsonNode in(Callers realm) {
        return realm.admin().get(realm.path(container(realm) + "roles/" + name));
    }

    /** Path of what it is a role of. */
    String container(Callers realm) {
        return client == null ? "" : "clients/" + realm.clientId(client) + "/";
    }

    /** Path, below a user or group, of the roles of its sort that are given to it. */
    String mappings(Callers realm) {
        return "/role-mappings/" + (client == null ? "realm" : "clients/" + realm.clientId(client));
    }

    /** A record that gives the role to one who is named by this field; a department is one of {@code acme}. */
    String givenTo(String field, String subject) {
        Map<String, Object> record = new TreeMap<>(Map.of(field, subject));
        if (field.equals("department")) {
            record.put("organization", "acme");
        }
        if (client == null) {
            record.put("realmRoles", List.of(name));
        } else {
            record.put("clientRoles", Map.of(client, List.of(name)));
        }
        return AdminHttp.JSON.valueToTree(record).toString();
    }

    /** Where the role stands in that record. */
    String pointer() {
        return client == null ? "/realmRoles/0" : "/clientRoles/" + client + "/0";
    }
}
