// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.visibility;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.StreamSupport;

/** The Admin API's responses about one user. */
record UserSnapshot(
        JsonNode user,
        Map<String, List<String>> attributes,
        TreeSet<String> realmRoles,
        TreeSet<String> shopRoles,
        TreeSet<String> groups,
        TreeSet<String> identities,
        TreeSet<String> organizations,
        List<String> credentials) {

    static UserSnapshot of(Callers realm, String id) {
        String user = realm.path("users/" + id);
        AdminHttp admin = realm.admin();
        JsonNode representation = admin.get(user);
        return new UserSnapshot(
                representation,
                attributes(representation),
                names(admin.get(user + "/role-mappings/realm"), "name"),
                names(admin.get(user + "/role-mappings/clients/" + realm.clientId("shop")), "name"),
                names(admin.get(user + "/groups"), "path"),
                names(admin.get(user + "/federated-identity"), "identityProvider"),
                names(admin.get(realm.path("organizations/members/" + id + "/organizations")), "alias"),
                admin.get(user + "/credentials").findValuesAsText("type"));
    }

    String text(String field) {
        return user.path(field).asText();
    }

    private static Map<String, List<String>> attributes(JsonNode user) {
        Map<String, List<String>> attributes = new TreeMap<>();
        user.path("attributes")
                .properties()
                .forEach(attribute -> attributes.put(
                        attribute.getKey(),
                        StreamSupport.stream(attribute.getValue().spliterator(), false)
                                .map(JsonNode::asText)
                                .toList()));
        return attributes;
    }

    private static TreeSet<String> names(JsonNode list, String field) {
        return new TreeSet<>(list.findValuesAsText(field));
    }
}
