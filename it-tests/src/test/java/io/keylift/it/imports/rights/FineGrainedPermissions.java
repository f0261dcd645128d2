// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.server.KeycloakServer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Fine-grained admin permissions of one user in a realm that has them enabled. */
public final class FineGrainedPermissions {

    private final Callers realm;
    private final String server;
    private final String userId;
    private int count;

    public FineGrainedPermissions(Callers realm, String userId) {
        this.realm = realm;
        this.userId = userId;
        this.server = "clients/" + realm.clientId("admin-permissions") + "/authz/resource-server/";
        policy("the-caller-", userId, "POSITIVE");
        policy("not-the-caller-", userId, "NEGATIVE");
    }

    public static Callers realm(SharedServer server, String name) {
        return realm(server.keycloak(), server.admin(), name);
    }

    public static Callers realm(KeycloakServer keycloak, AdminHttp admin, String name) {
        TestRealms.create(
                admin,
                Map.of(
                        "realm",
                        name,
                        "enabled",
                        true,
                        "adminPermissionsEnabled",
                        true,
                        "organizationsEnabled",
                        true,
                        "roles",
                        Map.of("realm", List.of(Map.of("name", "auditor"))),
                        "groups",
                        List.of(Map.of("name", "staff"))));
        return new Callers(keycloak, admin, name);
    }

    private void policy(String name, String userId, String logic) {
        realm.admin()
                .post(
                        realm.path(server + "policy/user"),
                        Map.of("name", name + userId, "users", List.of(userId), "logic", logic));
    }

    /** Lets the user do this with all things of a type. */
    public void allow(String type, String... scopes) {
        permit(type, List.of(), List.of("the-caller-"), scopes);
    }

    /** Lets the user do this with one thing. */
    public void allowOne(String type, String id, String... scopes) {
        permit(type, List.of(id), List.of("the-caller-"), scopes);
    }

    /**
     * Denies the user these scopes on one object, whatever the permissions for all others. All policies of a permission
     * must agree, and these two never do, so the permission grants nothing.
     */
    public void deny(String type, String id, String... scopes) {
        permit(type, List.of(id), List.of("the-caller-", "not-the-caller-"), scopes);
    }

    private void permit(String type, List<String> resources, List<String> policies, String... scopes) {
        realm.admin()
                .post(
                        realm.path(server + "permission/scope"),
                        Map.of(
                                "name",
                                "permission-" + ++count + "-of-" + userId,
                                "resourceType",
                                type,
                                "resources",
                                resources,
                                "scopes",
                                List.of(scopes),
                                "policies",
                                policies.stream().map(policy -> policy + userId).toList()));
    }

    /** The decisions of the Admin API for the caller: change one user and another, map a role, manage a membership. */
    static Map<String, Boolean> verdicts(AdminHttp caller, Callers realm, String user, String kept) {
        Object role = realm.admin().get(realm.path("roles/auditor"));
        String group = realm.admin()
                .get(realm.path("groups?search=staff"))
                .get(0)
                .get("id")
                .asText();
        Map<String, Boolean> verdicts = new HashMap<>();
        verdicts.put("plain", may(caller, "PUT", realm.path("users/" + user), Map.of("lastName", "Put")));
        verdicts.put("kept", may(caller, "PUT", realm.path("users/" + kept), Map.of("lastName", "Put")));
        verdicts.put("role", may(caller, "POST", realm.path("users/" + user + "/role-mappings/realm"), List.of(role)));
        verdicts.put("group", may(caller, "PUT", realm.path("users/" + user + "/groups/" + group), null));
        return verdicts;
    }

    private static boolean may(AdminHttp caller, String method, String path, Object body) {
        return caller.send(method, path, body).statusCode() / 100 == 2;
    }
}
