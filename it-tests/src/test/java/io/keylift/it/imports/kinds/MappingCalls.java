// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.AdminApiCalls;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The calls for the roles that a record names in {@code realmRoles}, or in {@code clientRoles} for one client. */
record MappingCalls(TwinRealm realm, String path, List<JsonNode> wanted) {

    /** @param mappings path of the mappings of what gets the roles, with a slash at its end */
    static List<MappingCalls> of(TwinRealm realm, String mappings, JsonNode record) {
        List<MappingCalls> calls = new ArrayList<>();
        if (record.hasNonNull("realmRoles")) {
            calls.add(new MappingCalls(realm, mappings + "realm", roles(realm, "", record.get("realmRoles"))));
        }
        record.path("clientRoles").properties().forEach(ofClient -> {
            String client = "clients/" + realm.clientId(ofClient.getKey());
            calls.add(new MappingCalls(realm, mappings + client, roles(realm, client + "/", ofClient.getValue())));
        });
        return calls;
    }

    /** As they are there; one that is not is asked for all the same. */
    private static List<JsonNode> roles(TwinRealm realm, String container, JsonNode names) {
        List<JsonNode> roles = new ArrayList<>();
        Set<String> distinct = new LinkedHashSet<>();
        names.forEach(name -> distinct.add(name.asText()));
        distinct.forEach(name -> {
            HttpResponse<String> role =
                    realm.admin().send("GET", realm.path(container + "roles/" + TwinRealm.encoded(name)), null);
            roles.add(
                    role.statusCode() == 200
                            ? AdminApiCalls.brief(AdminHttp.parse(role.body()))
                            : Records.json("{id:'unknown',name:'unknown'}"));
        });
        return roles;
    }

    /** The first answer that refuses, or the last one. */
    static HttpResponse<String> add(List<MappingCalls> all) {
        HttpResponse<String> last = null;
        for (MappingCalls calls : all) {
            last = calls.wanted.isEmpty()
                    ? calls.realm.admin().send("GET", calls.path, null)
                    : calls.realm.admin().send("POST", calls.path, calls.wanted);
            if (last.statusCode() >= 300) {
                return last;
            }
        }
        return last;
    }

    static HttpResponse<String> remove(List<MappingCalls> all) {
        HttpResponse<String> last = null;
        for (MappingCalls calls : all) {
            last = calls.wanted.isEmpty()
                    ? calls.realm.admin().send("GET", calls.path, null)
                    : calls.realm.admin().send("DELETE", calls.path, calls.wanted);
        }
        return last;
    }

    /** Removes all other roles, except the default role of the realm, and adds those that are missing. */
    static HttpResponse<String> replace(List<MappingCalls> all) {
        HttpResponse<String> last = null;
        for (MappingCalls calls : all) {
            last = calls.realm.admin().send("GET", calls.path, null);
            List<JsonNode> obsolete = new ArrayList<>();
            if (last.statusCode() == 200) {
                AdminHttp.parse(last.body()).forEach(role -> obsolete.add(AdminApiCalls.brief(role)));
            }
            List<JsonNode> missing = new ArrayList<>(calls.wanted);
            missing.removeAll(obsolete);
            obsolete.removeIf(
                    role -> role.get("name").asText().startsWith("default-roles-") || calls.wanted.contains(role));
            if (!obsolete.isEmpty()) {
                last = calls.realm.admin().send("DELETE", calls.path, obsolete);
            }
            if (!missing.isEmpty()) {
                last = calls.realm.admin().send("POST", calls.path, missing);
            }
            if (last.statusCode() >= 300) {
                return last;
            }
        }
        return last;
    }
}
