// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.SignIn;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.server.Database;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Users of a realm that have, between them, every type of row with a reference to a user in Keycloak's database. The
 * usernames describe the rows. A removal removes all users except {@link #KEPT}, who have the same rows and must keep
 * them.
 *
 * <table>
 * <caption>The users</caption>
 * <tr><td>{@code kept}, {@code kept-too}</td><td>stay. They share resources with removed users and are in the same
 * policies; {@code kept} also has sessions, consents and a department</td></tr>
 * <tr><td>{@code signed-in}</td><td>two online and two offline sessions</td></tr>
 * <tr><td>{@code owner}</td><td>owns the resources {@code owned} and {@code also-owned} of the client {@code vault},
 * shares the first by permission tickets and the second by a policy ({@code owners-policy}), and is named by the user
 * policy {@code named}</td></tr>
 * <tr><td>{@code requester}</td><td>has asked for access to resources of {@code owner} and of {@code kept}</td></tr>
 * <tr><td>{@code consenting}</td><td>consents and verifiable credentials</td></tr>
 * <tr><td>{@code stored}</td><td>rows that Keycloak keeps about users of a user storage ({@code fed_user_…}), a link
 * to a broker and a state of a workflow</td></tr>
 * <tr><td>{@code under-watch}</td><td>named by the fine-grained admin permissions {@code watch-one} (alone) and
 * {@code watch-two} (with {@code kept-too})</td></tr>
 * <tr><td>{@code leading}</td><td>member of the organizations {@code home} and {@code away}, and of the department
 * Sales of {@code home}</td></tr>
 * <tr><td>{@code managed}</td><td>managed member of {@code home}</td></tr>
 * </table>
 *
 * <p>Permissions of {@code vault} are named after the resources they protect: {@code of-owned}, {@code of-both-owned},
 * {@code of-owned-and-kept}, {@code of-owned-and-nobodys}. Aggregate policies are named after what they contain:
 * {@code of-permission}, {@code of-of-permission}, {@code of-permission-and-named}.
 */
public final class ReferencedUsers {

    static final String PASSWORD = "a password of theirs";

    /** Usernames of the users who are not removed. */
    public static final List<String> KEPT = List.of("kept", "kept-too");

    private final URI server;
    private final TwinRealm realm;

    private ReferencedUsers(URI server, TwinRealm realm) {
        this.server = server;
        this.realm = realm;
    }

    /**
     * Creates the users and all that refers to them. Two realms that were alike before are alike after it.
     *
     * @param realm has organizations {@code home} and {@code away}
     */
    public static void load(URI server, Database database, TwinRealm realm) throws IOException {
        ReferencedUsers users = new ReferencedUsers(server, realm);
        realm.demandNothingOfNewUsers();
        for (String name : List.of(
                "kept",
                "kept-too",
                "signed-in",
                "owner",
                "requester",
                "consenting",
                "stored",
                "under-watch",
                "leading")) {
            users.person(name);
        }
        users.sessions();
        users.resources();
        users.adminPermissions();
        users.departments();
        try (Sql sql = new Sql(database)) {
            users.rowsThatNoSingleCallWrites(sql);
        }
    }

    private void person(String name) {
        realm.admin()
                .post(
                        realm.path("users"),
                        Map.of(
                                "username",
                                name,
                                "email",
                                name + "@people.example",
                                "emailVerified",
                                true,
                                "firstName",
                                "Per",
                                "lastName",
                                "Son",
                                "enabled",
                                true,
                                "credentials",
                                List.of(Map.of("type", "password", "value", PASSWORD))));
    }

    /** Two online and two offline sessions of each user. */
    private void sessions() {
        for (String name : List.of("signed-in", "kept")) {
            for (String scope : List.of("openid", "openid", "openid offline_access", "openid offline_access")) {
                new SignIn(server, realm.name(), "shop", scope)
                        .as(name, PASSWORD)
                        .token();
            }
        }
    }

    private void resources() {
        ProtectedVault vault = new ProtectedVault(server, realm);
        String owned = vault.resource(realm.userId("owner"), "owned");
        String alsoOwned = vault.resource(realm.userId("owner"), "also-owned");
        String kept = vault.resource(realm.userId("kept"), "kept-resource");
        String nobodys = vault.resource("nobodys");
        vault.ticket(owned, realm.userId("kept"), "open", true);
        vault.ticket(owned, realm.userId("kept"), "close", false);
        vault.ticket(owned, realm.userId("requester"), "open", true);
        vault.ticket(kept, realm.userId("requester"), "open", true);
        vault.ticket(kept, realm.userId("requester"), "close", true);
        vault.ticket(kept, realm.userId("kept-too"), "open", true);
        vault.ownersPolicy("owner", PASSWORD, alsoOwned, "owners-policy");
        vault.ownersPolicy("kept", PASSWORD, kept, "kept-owners-policy");
        vault.policy("user", "named", Map.of("users", List.of(realm.userId("owner"), realm.userId("kept"))));
        vault.permission("of-owned", List.of(owned), List.of("named"));
        vault.permission("of-both-owned", List.of(owned, alsoOwned), List.of("named"));
        vault.permission("of-owned-and-kept", List.of(owned, kept), List.of("named"));
        vault.permission("of-owned-and-nobodys", List.of(alsoOwned, nobodys), List.of("named"));
        vault.policy("aggregate", "of-permission", Map.of("policies", List.of("of-owned")));
        vault.policy("aggregate", "of-of-permission", Map.of("policies", List.of("of-permission")));
        vault.policy("aggregate", "of-permission-and-named", Map.of("policies", List.of("of-both-owned", "named")));
    }

    private void adminPermissions() {
        String permissions = realm.path("clients/" + realm.clientId("admin-permissions") + "/authz/resource-server/");
        realm.admin()
                .post(permissions + "policy/user", Map.of("name", "watcher", "users", List.of(realm.userId("kept"))));
        Map<String, List<String>> watched = new LinkedHashMap<>();
        watched.put("watch-one", List.of("under-watch"));
        watched.put("watch-two", List.of("under-watch", "kept-too"));
        watched.forEach((name, users) -> realm.admin()
                .post(
                        permissions + "permission/scope",
                        Map.of(
                                "name",
                                name,
                                "resourceType",
                                "Users",
                                "resources",
                                users.stream().map(realm::userId).toList(),
                                "scopes",
                                List.of("view"),
                                "policies",
                                List.of("watcher"))));
    }

    private void departments() throws IOException {
        AdminHttp admin = realm.admin();
        String home = realm.path("organizations/" + realm.organizationId("home"));
        admin.post(home + "/members", realm.userId("kept"));
        admin.post(home + "/members", realm.userId("leading"));
        admin.post(realm.path("organizations/" + realm.organizationId("away") + "/members"), realm.userId("leading"));
        ImportAnswer managed = realm.imports()
                .post(
                        "users",
                        List.of("{\"username\":\"managed\",\"email\":\"managed@people.example\",\"organizations\":"
                                + "[{\"alias\":\"home\",\"membershipType\":\"MANAGED\"}]}"));
        if (managed.count("added") != 1) {
            throw new AssertionError(managed.lines());
        }
        String department =
                admin.post(home + "/groups", Map.of("name", "Sales")).path("id").asText();
        for (String name : List.of("kept", "leading")) {
            admin.put(home + "/groups/" + department + "/members/" + realm.userId(name), null);
        }
    }

    private void rowsThatNoSingleCallWrites(Sql sql) {
        String of = " from user_entity u join realm r on r.id = u.realm_id join client c on c.realm_id = r.id"
                + " join client_scope s on s.realm_id = r.id"
                + " where r.name = ? and u.username in ('consenting', 'kept') and c.client_id = 'shop'"
                + " and s.name = 'profile'";
        String id = "cast(gen_random_uuid() as text)";
        sql.execute(
                "insert into user_consent (id, client_id, user_id) select " + id + ", c.id, u.id" + of, realm.name());
        sql.execute(
                "insert into user_consent_client_scope (user_consent_id, scope_id, parameter)"
                        + " select k.id, s.id, 'p'"
                        + of.replace(" where", " join user_consent k on k.user_id = u.id where"),
                realm.name());
        sql.execute(
                "insert into user_ver_credential (id, user_id, client_scope_id, revision, version) select " + id
                        + ", u.id, s.id, '1', 0" + of,
                realm.name());
        sql.execute(
                "insert into issued_ver_credential (id, user_id, ver_credential_id, client_id, issued_at, revision)"
                        + " select " + id + ", u.id, v.id, c.id, 1, '1'"
                        + of.replace(" where", " join user_ver_credential v on v.user_id = u.id where"),
                realm.name());
        String stored = of.replace("consenting", "stored");
        Map<String, String> federated = new LinkedHashMap<>();
        federated.put("federated_user (id, realm_id, storage_provider_id)", "u.id, r.id, 'p'");
        federated.put(
                "broker_link (identity_provider, broker_user_id, user_id, realm_id, storage_provider_id)",
                "'social', 'b', u.id, r.id, 'p'");
        federated.put("fed_user_attribute (id, name, user_id, realm_id, value)", id + ", 'a', u.id, r.id, 'v'");
        federated.put("fed_user_credential (id, user_id, realm_id, type)", id + ", u.id, r.id, 'password'");
        federated.put("fed_user_group_membership (group_id, user_id, realm_id)", "'g', u.id, r.id");
        federated.put("fed_user_required_action (required_action, user_id, realm_id)", "'a', u.id, r.id");
        federated.put("fed_user_role_mapping (role_id, user_id, realm_id)", "'r', u.id, r.id");
        federated.put("fed_user_consent (id, client_id, user_id, realm_id)", id + ", c.id, u.id, r.id");
        federated.put(
                "fed_user_ver_credential (id, user_id, realm_id, client_scope_id, revision)",
                id + ", u.id, r.id, s.id, '1'");
        federated.forEach(
                (table, values) -> sql.execute("insert into " + table + " select " + values + stored, realm.name()));
        sql.execute(
                "insert into fed_user_consent_cl_scope (user_consent_id, scope_id, parameter) select k.id, s.id, 'p'"
                        + stored.replace(" where", " join fed_user_consent k on k.user_id = u.id where"),
                realm.name());
        sql.execute(
                "insert into fed_issued_ver_credential (id, user_id, realm_id, storage_provider_id, ver_credential_id,"
                        + " issued_at, revision) select " + id + ", u.id, r.id, 'p', v.id, 1, '1'"
                        + stored.replace(" where", " join fed_user_ver_credential v on v.user_id = u.id where"),
                realm.name());
        sql.execute(
                "insert into workflow_state (execution_id, resource_id, workflow_id, resource_type, scheduled_step_id,"
                        + " scheduled_step_timestamp) select " + id + ", u.id, 'w', 'USERS', 's', 1" + stored,
                realm.name());
    }
}
