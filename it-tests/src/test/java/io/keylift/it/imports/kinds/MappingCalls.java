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

    /** Adds the roles that are missing. Returns the first answer that refuses, or the last one. */
    static HttpResponse<String> add(List<MappingCalls> all) {
        HttpResponse<String> last = null;
        for (MappingCalls calls : all) {
            last = calls.change(List.of(), calls.missing(calls.present()));
            if (last.statusCode() >= 300) {
                return last;
            }
        }
        return last;
    }

    private List<JsonNode> present() {
        List<JsonNode> present = new ArrayList<>();
        HttpResponse<String> answer = realm.admin().send("GET", path, null);
        if (answer.statusCode() == 200) {
            AdminHttp.parse(answer.body()).forEach(role -> present.add(AdminApiCalls.brief(role)));
        }
        return present;
    }

    private List<JsonNode> missing(List<JsonNode> present) {
        return wanted.stream().filter(role -> !present.contains(role)).toList();
    }

    /** The answer to the last call; to a question if there is nothing to change. */
    private HttpResponse<String> change(List<JsonNode> obsolete, List<JsonNode> missing) {
        HttpResponse<String> last = realm.admin().send("GET", path, null);
        if (!obsolete.isEmpty()) {
            last = realm.admin().send("DELETE", path, obsolete);
        }
        if (!missing.isEmpty()) {
            last = realm.admin().send("POST", path, missing);
        }
        return last;
    }

    static HttpResponse<String> remove(List<MappingCalls> all) {
        HttpResponse<String> last = null;
        for (MappingCalls calls : all) {
            last = calls.change(calls.wanted, List.of());
        }
        return last;
    }

    /** Removes all other roles, except the default role of the realm, and adds those that are missing. */
    static HttpResponse<String> replace(List<MappingCalls> all) {
        HttpResponse<String> last = null;
        for (MappingCalls calls : all) {
            List<JsonNode> present = calls.present();
            List<JsonNode> obsolete = present.stream()
                    .filter(role ->
                            !role.get("name").asText().startsWith("default-roles-") && !calls.wanted.contains(role))
                    .toList();
            last = calls.change(obsolete, calls.missing(present));
            if (last.statusCode() >= 300) {
                return last;
            }
        }
        return last;
    }
}
