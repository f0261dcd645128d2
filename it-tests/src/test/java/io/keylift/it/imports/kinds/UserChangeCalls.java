// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.AdminApiCalls;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The calls of the Admin API that do to one user what a record of changes says: until the first that is refused. */
final class UserChangeCalls {

    private final TwinRealm realm;
    private final JsonNode record;
    private final String user;
    private HttpResponse<String> last;

    private UserChangeCalls(TwinRealm realm, JsonNode record) {
        this.realm = realm;
        this.record = record;
        user = "users/" + MemberRecords.userId(realm, record);
    }

    /** The answer to the last call. */
    static HttpResponse<String> send(TwinRealm realm, JsonNode record) {
        UserChangeCalls calls = new UserChangeCalls(realm, record);
        calls.call("GET", calls.user, null);
        if (calls.isFine()) {
            calls.change();
        }
        return calls.last;
    }

    private boolean isFine() {
        return last.statusCode() < 300;
    }

    private void call(String method, String path, Object body) {
        if (last == null || isFine()) {
            last = realm.admin().send(method, realm.path(path), body);
        }
    }

    private void change() {
        unlink();
        JsonNode remove = record.path("remove");
        JsonNode add = record.path("add");
        roles("DELETE", remove);
        groups("DELETE", remove);
        for (JsonNode identity : remove.path("federatedIdentities")) {
            if (isLinked(identity) || !isProvider(identity)) {
                call("DELETE", path(identity), null);
            }
        }
        put(remove, add);
        roles("POST", add);
        groups("PUT", add);
        add.path("federatedIdentities").forEach(identity -> call("POST", path(identity), identity));
    }

    /** There is a call for all users of a storage only: the user must be the only one. */
    private void unlink() {
        String link = AdminHttp.parse(last.body()).path("federationLink").asText();
        if (names("clear", "federationLink") && !link.isEmpty()) {
            call("POST", "user-storage/" + link + "/unlink-users", null);
            call("GET", user, null);
        }
    }

    private boolean names(String list, String name) {
        for (JsonNode each : record.path(list)) {
            if (each.asText().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private void roles(String method, JsonNode parts) {
        if (parts.hasNonNull("realmRoles")) {
            call(method, user + "/role-mappings/realm", rolesNamed("", parts.get("realmRoles")));
        }
        parts.path("clientRoles").properties().forEach(ofClient -> {
            String client = "clients/" + realm.clientId(ofClient.getKey());
            call(method, user + "/role-mappings/" + client, rolesNamed(client + "/", ofClient.getValue()));
        });
    }

    private List<JsonNode> rolesNamed(String container, JsonNode names) {
        List<JsonNode> roles = new ArrayList<>();
        names.forEach(name -> {
            HttpResponse<String> role = realm.admin()
                    .send("GET", realm.path(container + "roles/" + TwinRealm.encoded(name.asText())), null);
            roles.add(
                    role.statusCode() == 200
                            ? AdminApiCalls.brief(Records.json(role.body()))
                            : Records.json("{id:'unknown',name:'unknown'}"));
        });
        return roles;
    }

    private void groups(String method, JsonNode parts) {
        parts.path("groups")
                .forEach(path ->
                        call(method, user + "/groups/" + new GroupCalls(realm, "groups").find(path.asText()), null));
    }

    private String path(JsonNode identity) {
        return user + "/federated-identity/"
                + TwinRealm.encoded(identity.path("identityProvider").asText());
    }

    private boolean isProvider(JsonNode identity) {
        String alias = identity.path("identityProvider").asText();
        String path = "identity-provider/instances/" + TwinRealm.encoded(alias);
        return realm.admin().send("GET", realm.path(path), null).statusCode() == 200;
    }

    private boolean isLinked(JsonNode identity) {
        for (JsonNode linked : realm.admin().get(realm.path(user + "/federated-identity"))) {
            if (linked.get("identityProvider").equals(identity.get("identityProvider"))) {
                return !identity.hasNonNull("userId") || identity.get("userId").equals(linked.get("userId"));
            }
        }
        return false;
    }

    /** Attributes, fields and required actions, with all that the user would lose if it were left out. */
    private void put(JsonNode remove, JsonNode add) {
        ObjectNode before = Records.json(realm.admin().get(realm.path(user)).toString());
        ObjectNode body = Records.json("{}").put("id", before.get("id").asText());
        body.put("username", before.get("username").asText());
        int bare = body.size();
        if (add.has("attributes") || remove.has("attributes") || changesFields()) {
            for (String field : List.of("email", "firstName", "lastName")) {
                body.put(field, names("clear", field) ? "" : before.path(field).asText());
            }
            ObjectNode attributes = before.withObject("/attributes");
            remove.path("attributes").properties().forEach(named -> take(attributes, named.getKey(), named.getValue()));
            add.path("attributes")
                    .properties()
                    .forEach(named -> values(named.getValue())
                            .forEach(value ->
                                    attributes.withArrayProperty(named.getKey()).add(value)));
            body.set("attributes", attributes);
        }
        if (add.has("requiredActions") || remove.has("requiredActions")) {
            Set<String> actions = new TreeSet<>();
            before.path("requiredActions").forEach(action -> actions.add(action.asText()));
            remove.path("requiredActions").forEach(action -> actions.remove(action.asText()));
            add.path("requiredActions").forEach(action -> actions.add(action.asText()));
            actions.forEach(body.putArray("requiredActions")::add);
        }
        if (body.size() > bare) {
            call("PUT", user, body);
        }
    }

    private boolean changesFields() {
        return names("clear", "email") || names("clear", "firstName") || names("clear", "lastName");
    }

    /** The values of an attribute, of which a record can give a single one without a list. */
    private static List<String> values(JsonNode given) {
        List<String> values = new ArrayList<>();
        if (given.isArray()) {
            given.forEach(value -> values.add(value.asText()));
        } else if (!given.isNull()) {
            values.add(given.asText());
        }
        return values;
    }

    private static void take(ObjectNode attributes, String name, JsonNode values) {
        List<JsonNode> kept = new ArrayList<>();
        List<String> taken = values(values);
        for (JsonNode value : attributes.path(name)) {
            if (!taken.isEmpty() && !taken.contains(value.asText())) {
                kept.add(value);
            }
        }
        attributes.remove(name);
        if (!kept.isEmpty()) {
            attributes.putArray(name).addAll(kept);
        }
    }
}
