// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.imports.support.AdminApiCalls;
import io.keylift.it.imports.support.TwinRealm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Maps roles through the Admin API, as a record's {@code realmRoles} and {@code clientRoles} name them. */
record RoleCalls(TwinRealm realm) {

    /** @param owner path of the user or group that gets the roles */
    void map(String owner, JsonNode record) {
        if (record.path("realmRoles").size() > 0) {
            realm.admin().post(owner + "/role-mappings/realm", roles("roles/", record.get("realmRoles")));
        }
        for (Map.Entry<String, JsonNode> ofClient : record.path("clientRoles").properties()) {
            String client = realm.clientId(ofClient.getKey());
            realm.admin()
                    .post(
                            owner + "/role-mappings/clients/" + client,
                            roles("clients/" + client + "/roles/", ofClient.getValue()));
        }
    }

    private List<JsonNode> roles(String path, JsonNode names) {
        List<JsonNode> roles = new ArrayList<>();
        names.forEach(name ->
                roles.add(AdminApiCalls.brief(realm.admin().get(realm.path(path + TwinRealm.encoded(name.asText()))))));
        return roles;
    }
}
