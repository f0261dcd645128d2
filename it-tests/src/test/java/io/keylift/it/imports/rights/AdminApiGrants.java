// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Predicate;

/** Asks the Admin API whether a caller may make a row, by the call that makes it. */
final class AdminApiGrants {

    /** Tables of grants for which there is a call. */
    static final List<String> TABLES = List.of(
            "user_role_mapping",
            "group_role_mapping",
            "composite_role",
            "scope_mapping",
            "client_scope_role_mapping",
            "user_group_membership",
            "realm_default_groups",
            "federated_identity",
            "client_scope_client",
            "default_client_scope",
            "policy_config",
            "resource_server_policy",
            "user_entity");

    private final TwinRealm realm;
    private final AdminHttp caller;
    private final RealmRows rows;
    private final RealmRows removed;

    /**
     * @param rows all rows to which the row may refer
     * @param removed those that were there before the row was made again
     */
    AdminApiGrants(TwinRealm realm, AdminHttp caller, RealmRows rows, RealmRows removed) {
        this.realm = realm;
        this.caller = caller;
        this.rows = rows;
        this.removed = removed;
    }

    boolean may(String table, Map<String, Object> row) {
        return switch (table) {
            case "user_role_mapping" ->
                comesWithUser(row)
                        || comesWithClient(row)
                        || mayMap("users/" + row.get("user_id") + "/role-mappings/", text(row, "role_id"));
            case "group_role_mapping" -> mayMap(group(text(row, "group_id")) + "/role-mappings/", text(row, "role_id"));
            case "composite_role" ->
                may("POST", "roles-by-id/" + row.get("composite") + "/composites", List.of(role(row, "child_role")));
            case "scope_mapping" ->
                mayMap("clients/" + row.get("client_id") + "/scope-mappings/", text(row, "role_id"));
            case "client_scope_role_mapping" ->
                mayMap("client-scopes/" + row.get("scope_id") + "/scope-mappings/", text(row, "role_id"));
            case "user_group_membership" -> comesToGroup(row) || mayJoin(text(row, "user_id"), text(row, "group_id"));
            case "realm_default_groups" -> may("PUT", "default-groups/" + row.get("group_id"), Map.of());
            case "federated_identity" ->
                may(
                        "POST",
                        "users/" + row.get("user_id") + "/federated-identity/" + row.get("identity_provider"),
                        Map.of(
                                "identityProvider",
                                row.get("identity_provider"),
                                "userId",
                                row.get("federated_user_id"),
                                "userName",
                                Objects.requireNonNullElse(row.get("federated_username"), "n")));
            case "client_scope_client" -> mayAssign(row);
            case "default_client_scope" ->
                may("PUT", "default-" + kind(row) + "-client-scopes/" + row.get("scope_id"), Map.of());
            case "policy_config" -> mayChange(policy(text(row, "policy_id")));
            case "resource_server_policy" -> mayChange(row);
            default -> mayAddUser(row);
        };
    }

    /** Keycloak gives the default role to every new user, whoever adds the user. */
    private boolean comesWithUser(Map<String, Object> row) {
        return isOfNewUser(row)
                && ("default-roles-" + realm.name())
                        .equals(find("keycloak_role", text(row, "role_id")).get("name"));
    }

    /** The service account of a client with a resource server gets the role for the protection API. */
    private boolean comesWithClient(Map<String, Object> row) {
        Map<String, Object> role = find("keycloak_role", text(row, "role_id"));
        return isNew("user_entity", text(row, "user_id"))
                && "uma_protection".equals(role.get("name"))
                && Objects.equals(
                        role.get("client"),
                        find("user_entity", text(row, "user_id")).get("service_account_client_link"));
    }

    /** Likewise default groups. */
    private boolean comesToGroup(Map<String, Object> row) {
        return isOfNewUser(row)
                && removed.of("realm_default_groups").stream()
                        .anyMatch(group -> group.get("group_id").equals(row.get("group_id")));
    }

    private boolean isOfNewUser(Map<String, Object> row) {
        return isNew("user_entity", text(row, "user_id"));
    }

    private boolean isNew(String table, String id) {
        return removed.of(table).stream().noneMatch(row -> row.get("id").equals(id));
    }

    /**
     * A caller who adds a client can name any client scopes, even without the right to manage the client afterwards.
     */
    private boolean mayAssign(Map<String, Object> row) {
        if (!isNew("client", text(row, "client_id"))) {
            return may(
                    "PUT",
                    "clients/" + row.get("client_id") + "/" + kind(row) + "-client-scopes/" + row.get("scope_id"),
                    Map.of());
        }
        String scope = (String) find("client_scope", text(row, "scope_id")).get("name");
        return mayAdd(
                "clients",
                Map.of("clientId", "tried-" + UUID.randomUUID(), kind(row) + "ClientScopes", List.of(scope)),
                client -> realm.admin()
                        .get(realm.path("clients/" + client + "/" + kind(row) + "-client-scopes"))
                        .findValuesAsText("name")
                        .contains(scope));
    }

    private static String text(Map<String, Object> row, String column) {
        return (String) row.get(column);
    }

    private static String kind(Map<String, Object> row) {
        return Boolean.TRUE.equals(row.get("default_scope")) ? "default" : "optional";
    }

    private Map<String, Object> find(String table, String id) {
        return rows.of(table).stream()
                .filter(row -> id.equals(row.get("id")))
                .findFirst()
                .orElseThrow();
    }

    private JsonNode role(Map<String, Object> row, String column) {
        Map<String, Object> role = find("keycloak_role", text(row, column));
        return AdminHttp.JSON.valueToTree(Map.of("id", role.get("id"), "name", role.get("name")));
    }

    private boolean mayMap(String mappings, String roleId) {
        Object client = find("keycloak_role", roleId).get("client");
        return may(
                "POST",
                mappings + (client == null ? "realm" : "clients/" + client),
                List.of(role(Map.of("id", roleId), "id")));
    }

    private String group(String id) {
        Object organization = find("keycloak_group", id).get("org_id");
        return (organization == null ? "" : "organizations/" + organization + "/") + "groups/" + id;
    }

    private boolean mayJoin(String user, String id) {
        Map<String, Object> group = find("keycloak_group", id);
        Object organization = group.get("org_id");
        if (organization == null) {
            return may("PUT", "users/" + user + "/groups/" + id, Map.of());
        }
        boolean isDepartment = !" ".equals(group.get("parent_group"));
        return isDepartment
                ? may("PUT", group(id) + "/members/" + user, Map.of())
                : may("POST", "organizations/" + organization + "/members", user);
    }

    private Map<String, Object> policy(String id) {
        return find("resource_server_policy", id);
    }

    private boolean mayChange(Map<String, Object> policy) {
        String scopes = "clients/" + policy.get("resource_server_id") + "/authz/resource-server/scope";
        return mayAdd(scopes, Map.of("name", "tried-" + UUID.randomUUID()), any -> true);
    }

    /** A service account comes with its client, and the caller has added that. */
    private boolean mayAddUser(Map<String, Object> row) {
        return row.get("service_account_client_link") != null
                || mayAdd("users", Map.of("username", "tried-" + UUID.randomUUID()), any -> true);
    }

    /**
     * Removes again what was added.
     *
     * @param has whether the added object, by its id, has what the row is about
     */
    private boolean mayAdd(String path, Object body, Predicate<String> has) {
        HttpResponse<String> answer = caller.send("POST", realm.path(path), body);
        if (answer.statusCode() != 201) {
            return answer.statusCode() != 403;
        }
        String id = answer.headers()
                .firstValue("Location")
                .map(place -> place.substring(place.lastIndexOf('/') + 1))
                .orElseGet(() -> AdminHttp.parse(answer.body()).get("id").asText());
        boolean may = has.test(id);
        realm.admin().delete(realm.path(path + "/" + id));
        return may;
    }

    /** Whatever else may be wrong with the call. */
    private boolean may(String method, String path, Object body) {
        return caller.send(method, realm.path(path), body).statusCode() != 403;
    }
}
