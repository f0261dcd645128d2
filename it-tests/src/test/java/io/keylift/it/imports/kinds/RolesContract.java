// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.AdminApiCalls;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Roles of the realm and of clients. */
public final class RolesContract implements KindContract {

    @Override
    public String kind() {
        return "roles";
    }

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin", "manage-realm", "manage-clients");
    }

    @Override
    public List<ObjectNode> examples() {
        return Records.read("roles.txt");
    }

    /** Every other role is one of a client. */
    @Override
    public ObjectNode record(int number) {
        ObjectNode record = Records.json("""
                {name:'role-%d',description:'Number %d',attributes:{site:['Bonn','Köln'],code:['%d']},\
                composites:{realm:['reader'],client:{shop:['buyer','seller']}}}""".formatted(number, number, number));
        return number % 2 == 0 ? record : record.put("client", "shop");
    }

    /** Who manages clients makes their roles, who manages the realm those of the realm. */
    @Override
    public ObjectNode plainRecord(int number, String adminRole) {
        ObjectNode record = Records.json("{name:'plain-" + number + "'}");
        return adminRole.equals("manage-clients") ? record.put("client", "shop") : record;
    }

    @Override
    public ObjectNode changed(ObjectNode record, int version) {
        ObjectNode changed = record.deepCopy().put("description", "Version " + version);
        changed.withObject("/attributes").putArray("site").add("v" + version);
        changed.withObject("/composites").putArray("realm").add(version % 2 == 0 ? "visitor" : "writer");
        return changed;
    }

    @Override
    public List<GivenId> givenIds() {
        return List.of(GivenId.own("keycloak_role"));
    }

    @Override
    public HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        return realm.admin().send("POST", realm.path(roles(realm, record)), body(record));
    }

    @Override
    public HttpResponse<String> overwrite(TwinRealm realm, ObjectNode record) {
        String role = realm.path(roles(realm, record) + "/"
                + TwinRealm.encoded(record.get("name").asText()));
        HttpResponse<String> answer = realm.admin().send("PUT", role, body(record));
        if (answer.statusCode() == 204) {
            replaceComposites(realm, role + "/composites", record.path("composites"));
        }
        return answer;
    }

    /** {@code POST} takes composites only of a role that says it is composite, and ignores the id. */
    private static ObjectNode body(ObjectNode record) {
        ObjectNode body = record.deepCopy().without("client");
        JsonNode composites = record.path("composites");
        boolean isComposite = !composites.path("realm").isEmpty();
        for (JsonNode ofClient : composites.path("client")) {
            isComposite |= !ofClient.isEmpty();
        }
        return isComposite ? body.put("composite", true) : body;
    }

    private static void replaceComposites(TwinRealm realm, String path, JsonNode composites) {
        List<JsonNode> obsolete = new ArrayList<>();
        List<JsonNode> missing = new ArrayList<>();
        if (composites.hasNonNull("realm")) {
            compare(realm, path + "/realm", "", composites.get("realm"), obsolete, missing);
        }
        composites.path("client").properties().forEach(ofClient -> {
            String client = "clients/" + realm.clientId(ofClient.getKey());
            compare(realm, path + "/" + client, client + "/", ofClient.getValue(), obsolete, missing);
        });
        if (!missing.isEmpty()) {
            realm.admin().post(path, missing);
        }
        if (!obsolete.isEmpty()) {
            realm.admin().send("DELETE", path, obsolete);
        }
    }

    private static void compare(
            TwinRealm realm,
            String path,
            String container,
            JsonNode names,
            List<JsonNode> obsolete,
            List<JsonNode> missing) {
        List<JsonNode> present = new ArrayList<>();
        realm.admin().get(path).forEach(role -> present.add(AdminApiCalls.brief(role)));
        List<JsonNode> wanted = new ArrayList<>();
        names.forEach(name -> wanted.add(AdminApiCalls.brief(
                realm.admin().get(realm.path(container + "roles/" + TwinRealm.encoded(name.asText()))))));
        wanted.stream().filter(role -> !present.contains(role)).forEach(missing::add);
        present.stream().filter(role -> !wanted.contains(role)).forEach(obsolete::add);
    }

    private static String roles(TwinRealm realm, JsonNode record) {
        return record.hasNonNull("client")
                ? "clients/" + realm.clientId(record.get("client").asText()) + "/roles"
                : "roles";
    }

    @Override
    public boolean isRemovable() {
        return true;
    }

    @Override
    public HttpResponse<String> remove(TwinRealm realm, ObjectNode record) {
        String role = roles(realm, record) + "/"
                + TwinRealm.encoded(record.get("name").asText());
        return realm.admin().send("DELETE", realm.path(role), null);
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        String roles = roles(realm, record);
        String name = record.get("name").asText();
        String role = roles + "/" + name;
        return AdminApiPaths.of(realm, roles, roles + "?search=" + name, role, role + "/composites")
                .and(role + "/composites/realm", role + "/users")
                .andOf("roles-by-id", realm.roleId(role), "composites")
                .paths();
    }

    @Override
    public Set<String> tables() {
        return Set.of("keycloak_role", "role_attribute", "composite_role");
    }
}
