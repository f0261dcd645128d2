// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.TwinRealm;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A client with Authorization Services, whose resources belong to users who share them with each other. */
final class ProtectedVault {

    private static final String CLIENT = "vault";
    private static final String SECRET = "vault secret";

    private final URI server;
    private final TwinRealm realm;
    private final AdminHttp itself;
    private final String settings;

    ProtectedVault(URI server, TwinRealm realm) {
        this.server = server;
        this.realm = realm;
        realm.admin()
                .post(
                        realm.path("clients"),
                        Map.of(
                                "clientId",
                                CLIENT,
                                "secret",
                                SECRET,
                                "serviceAccountsEnabled",
                                true,
                                "directAccessGrantsEnabled",
                                true,
                                "authorizationServicesEnabled",
                                true));
        settings = realm.path("clients/" + realm.clientId(CLIENT) + "/authz/resource-server/");
        itself = caller(Map.of("grant_type", "client_credentials", "client_id", CLIENT, "client_secret", SECRET));
    }

    private AdminHttp caller(Map<String, String> grant) {
        return new AdminHttp(server, realm.name(), grant);
    }

    /** A resource of the user of this id, with everything a resource may have; returns its id. */
    String resource(String owner, String name) {
        return realm.admin()
                .post(
                        settings + "resource",
                        Map.of(
                                "name",
                                name,
                                "owner",
                                Map.of("id", owner),
                                "ownerManagedAccess",
                                true,
                                "type",
                                "safe",
                                "uris",
                                List.of("/" + name, "/" + name + "/*"),
                                "scopes",
                                List.of(Map.of("name", "open"), Map.of("name", "close")),
                                "attributes",
                                Map.of("colour", List.of("grey", "green"))))
                .get("_id")
                .asText();
    }

    /** A resource of the client itself. */
    String resource(String name) {
        return realm.admin()
                .post(settings + "resource", Map.of("name", name, "scopes", List.of(Map.of("name", "open"))))
                .get("_id")
                .asText();
    }

    /** Creates a ticket, granted or requested. */
    void ticket(String resource, String requester, String scope, boolean granted) {
        itself.post(
                protection("permission/ticket"),
                Map.of("resource", resource, "requester", requester, "scopeName", scope, "granted", granted));
    }

    /** A policy the owner makes for a resource, with a role and a user in it. */
    void ownersPolicy(String username, String password, String resource, String name) {
        AdminHttp owner = caller(Map.of(
                "grant_type",
                "password",
                "client_id",
                CLIENT,
                "client_secret",
                SECRET,
                "username",
                username,
                "password",
                password));
        owner.post(
                protection("uma-policy/" + resource),
                Map.of("name", name, "scopes", List.of("open"), "roles", List.of("reader"), "users", List.of("kept")));
    }

    /** A policy about users, or made of other policies. */
    void policy(String type, String name, Map<String, Object> about) {
        Map<String, Object> policy = new HashMap<>(about);
        policy.put("name", name);
        realm.admin().post(settings + "policy/" + type, policy);
    }

    void permission(String name, List<String> resources, List<String> policies) {
        realm.admin()
                .post(
                        settings + "permission/resource",
                        Map.of("name", name, "resources", resources, "policies", policies));
    }

    private String protection(String rest) {
        return "/realms/" + realm.name() + "/authz/protection/" + rest;
    }
}
