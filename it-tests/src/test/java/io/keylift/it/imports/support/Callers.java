// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.KeycloakServer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Creates users of one realm with chosen permissions, and looks up objects in the realm as an administrator.
 * Thread-safe.
 */
public final class Callers {

    /** Client of every realm but master whose roles are the rights to administer it. */
    public static final String REALM_MANAGEMENT = "realm-management";

    /**
     * Setting of a realm for a great many callers: to hash all their passwords takes longer than what they are there
     * for.
     */
    public static final Map<String, Object> CHEAP_PASSWORDS =
            Map.of("passwordPolicy", "hashAlgorithm(pbkdf2-sha512) and hashIterations(1)");

    public static final String PASSWORD = "correct horse battery staple";

    private final KeycloakServer keycloak;
    private final AdminHttp admin;
    private final String realm;
    private final Map<String, AdminHttp> known = new ConcurrentHashMap<>();
    private final Map<String, String> clientIds = new ConcurrentHashMap<>();

    public Callers(SharedServer server, String realm) {
        this(server.keycloak(), server.admin(), realm);
    }

    /** @param admin makes and looks up */
    public Callers(KeycloakServer keycloak, AdminHttp admin, String realm) {
        this.keycloak = keycloak;
        this.admin = admin;
        this.realm = realm;
    }

    /** A user of the realm with just these roles to administer it, who signs in through its own {@code admin-cli}. */
    public AdminHttp with(String... adminRoles) {
        return withRolesOf(REALM_MANAGEMENT, adminRoles);
    }

    /** A caller with these roles of any client. */
    public AdminHttp withRolesOf(String client, String... roles) {
        return known.computeIfAbsent(client + List.of(roles), any -> {
            String name = "caller-" + UUID.randomUUID();
            String id = create(name);
            String clientId = clientId(client);
            List<JsonNode> granted = Stream.of(roles)
                    .map(role -> admin().get(path("clients/" + clientId + "/roles/" + role)))
                    .toList();
            if (!granted.isEmpty()) {
                admin().post(path("users/" + id + "/role-mappings/clients/" + clientId), granted);
            }
            return signIn(name);
        });
    }

    /** A new user without any role but the realm's default ones; has a password to {@link #signIn}. */
    public String create(String name) {
        return admin().postNew(
                        path("users"),
                        Map.of(
                                "username",
                                name,
                                "enabled",
                                true,
                                // A profile with a gap in it keeps its owner from signing in by password grant.
                                "email",
                                name + "@callers.example",
                                "emailVerified",
                                true,
                                "firstName",
                                "Cal",
                                "lastName",
                                "Ler",
                                "credentials",
                                List.of(Map.of("type", "password", "value", PASSWORD))));
    }

    public AdminHttp signIn(String name) {
        return new AdminHttp(keycloak.baseUrl(), realm, name, PASSWORD);
    }

    /** Names of all roles of {@link #REALM_MANAGEMENT}. */
    public List<String> adminRoles() {
        return StreamSupport.stream(
                        admin().get(path("clients/" + clientId(REALM_MANAGEMENT) + "/roles"))
                                .spliterator(),
                        false)
                .map(role -> role.get("name").asText())
                .sorted()
                .toList();
    }

    /** Id of a user, or {@code null}. */
    public String userId(String username) {
        JsonNode found = admin().get(path("users?exact=true&username=" + username));
        return found.isEmpty() ? null : found.get(0).get("id").asText();
    }

    /** Id of an organization, or {@code null}. */
    public String organizationId(String name) {
        JsonNode found = admin().get(path("organizations?exact=true&search=" + name));
        return found.isEmpty() ? null : found.get(0).get("id").asText();
    }

    /** Id of a client, which stays the same. */
    public String clientId(String client) {
        return clientIds.computeIfAbsent(
                client,
                name -> admin().get(path("clients?clientId=" + name))
                        .get(0)
                        .get("id")
                        .asText());
    }

    /** The realm's bulk import as this caller sees it. */
    public ImportClient importing(AdminHttp caller) {
        return new ImportClient(caller, realm);
    }

    /** Path of something in the realm, in the Admin API. */
    public String path(String rest) {
        return "/admin/realms/" + realm + "/" + rest;
    }

    public AdminHttp admin() {
        return admin;
    }
}
