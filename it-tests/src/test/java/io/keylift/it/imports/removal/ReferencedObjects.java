// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.kinds.ClientScopesContract;
import io.keylift.it.imports.kinds.ClientsContract;
import io.keylift.it.imports.kinds.DepartmentsContract;
import io.keylift.it.imports.kinds.GroupsContract;
import io.keylift.it.imports.kinds.IdentityProvidersContract;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.OrganizationsContract;
import io.keylift.it.imports.kinds.ResourcesContract;
import io.keylift.it.imports.kinds.RolesContract;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Realms with objects on which much hangs. */
public final class ReferencedObjects {

    private static final int USERS = 12;

    /** The kinds to remove, in this order; a subgroup has a record of its own after the group above it. */
    public static final Map<KindContract, List<String>> REMOVED = new LinkedHashMap<>();

    static {
        REMOVED.put(new ResourcesContract(), List.of("{client:'vault',name:'doomed'}"));
        REMOVED.put(new ClientScopesContract(), List.of("{name:'doomed'}"));
        REMOVED.put(new RolesContract(), List.of("{name:'doomed'}", "{name:'doomed',client:'shop'}"));
        REMOVED.put(
                new GroupsContract(),
                List.of("{path:'/doomed-too/below'}", "{path:'/doomed'}", "{path:'/doomed-too'}"));
        REMOVED.put(new ClientsContract(), List.of("{clientId:'doomed'}"));
        REMOVED.put(new DepartmentsContract(), List.of("{organization:'home',path:'/sales'}"));
        REMOVED.put(new IdentityProvidersContract(), List.of("{alias:'doomed'}"));
        REMOVED.put(new OrganizationsContract(), List.of("{alias:'linked'}", "{alias:'away'}"));
    }

    private ReferencedObjects() {}

    /** Objects named {@code doomed}, and their dependents. */
    public static TwinRealm realm(AdminHttp admin, String name) throws IOException {
        TwinRealm realm = TwinRealm.create(
                        admin, name, Map.of("adminEventsEnabled", true, "adminPermissionsEnabled", true))
                .withOrganizations("home");
        new ResourcesContract().prepare(realm);
        realm.admin().put(realm.path("capabilities/sources/base"), Records.json("""
                {version:'1',capabilities:[{name:'base.view'}]}"""));
        load(realm, "roles", "{name:'doomed',composites:{realm:['reader']}}", "{name:'doomed',client:'shop'}");
        load(realm, "roles", "{name:'above',composites:{realm:['doomed'],client:{shop:['doomed']}}}");
        load(realm, "role-capabilities", "{role:'doomed',add:['base.view']}");
        load(
                realm,
                "groups",
                "{path:'/doomed',realmRoles:['doomed']}",
                "{path:'/doomed/one',clientRoles:{shop:['doomed']}}",
                "{path:'/doomed-too/below',attributes:{floor:['1','2']}}",
                "{path:'/staying',realmRoles:['doomed']}");
        load(
                realm,
                "organizations",
                "{name:'away',domains:['away.example'],attributes:{size:['small']}}",
                "{name:'linked'}");
        load(realm, "departments", "{organization:'away',path:'/labs'}", "{organization:'home',path:'/sales/emea'}");
        load(
                realm,
                "identity-providers",
                "{alias:'doomed',providerId:'oidc',organization:'home',config:{clientId:'a'},mappers:[{name:'a',"
                        + "identityProviderMapper:'hardcoded-attribute-idp-mapper',config:{attribute:'a'}}]}",
                "{alias:'linked',providerId:'oidc',organization:'linked',config:{clientId:'a'}}");
        load(realm, "client-scopes", "{name:'doomed',protocol:'openid-connect',assignment:'optional'}");
        load(
                realm,
                "clients",
                "{clientId:'doomed',publicClient:false,serviceAccountsEnabled:true,authorizationServicesEnabled:true}",
                "{clientId:'staying',optionalClientScopes:['doomed'],fullScopeAllowed:false}");
        load(realm, "roles", "{name:'own',client:'doomed'}");
        load(realm, "resources", "{client:'vault',name:'doomed',scopes:['open'],uris:['/doomed']}");
        String[] users = new String[USERS];
        for (int i = 0; i < USERS; i++) {
            users[i] = "{username:'holder-" + i + "',enabled:true,realmRoles:['doomed'],"
                    + "clientRoles:{shop:['doomed'],doomed:['own']},groups:['/doomed/one'],"
                    + "federatedIdentities:[{identityProvider:'doomed',userId:'" + i + "',userName:'n'},"
                    + "{identityProvider:'social',userId:'" + i + "',userName:'n'}],"
                    + "organizations:[{alias:'away',departments:['/labs'],membershipType:'"
                    + (i % 3 == 0 ? "MANAGED" : "UNMANAGED") + "'},{alias:'home',departments:['/sales/emea']}]}";
        }
        load(realm, "users", users);
        refer(realm);
        realm.admin().delete(realm.path("admin-events"));
        return realm;
    }

    /** Such a realm with admin permissions about these objects, and with more that refers to clients and scopes. */
    static TwinRealm watchedRealm(SharedServer server, String name) throws IOException {
        TwinRealm realm = realm(server.admin(), name);
        watch(realm);
        refer(realm, server);
        realm.admin().delete(realm.path("admin-events"));
        return realm;
    }

    /** References that no record has. */
    private static void refer(TwinRealm realm) {
        realm.admin().put(realm.path("default-groups/" + groupId(realm, "doomed/one")), "{}");
        JsonNode role = realm.admin().get(realm.path("roles/doomed"));
        realm.admin().post(realm.path("clients/" + realm.clientId("staying") + "/scope-mappings/realm"), List.of(role));
        realm.admin().post(realm.path("client-scopes/" + scopeId(realm) + "/scope-mappings/realm"), List.of(role));
        String policies = realm.path("clients/" + realm.clientId("vault") + "/authz/resource-server/policy/");
        realm.admin()
                .post(
                        policies + "role",
                        Map.of(
                                "name",
                                "of-role",
                                "roles",
                                List.of(Map.of("id", role.get("id").asText()))));
        realm.admin()
                .post(
                        policies + "group",
                        Map.of("name", "of-group", "groups", List.of(Map.of("id", groupId(realm, "doomed")))));
        realm.admin()
                .post(policies + "client", Map.of("name", "of-client", "clients", List.of(realm.clientId("doomed"))));
    }

    /** Admin permissions about objects to remove, one of them also about an object that stays. */
    private static void watch(TwinRealm realm) {
        String permissions = realm.path("clients/" + realm.clientId("admin-permissions") + "/authz/resource-server/");
        realm.admin()
                .post(
                        permissions + "policy/user",
                        Map.of("name", "watcher", "users", List.of(realm.userId("holder-1"))));
        Map<String, List<String>> groups = Map.of(
                "doomed-group", List.of(groupId(realm, "doomed/one")),
                "both-groups",
                        List.of(groupId(realm, "doomed"), groupId(realm, "doomed-too"), groupId(realm, "staying")));
        groups.forEach((name, ids) -> watch(realm, permissions, name, "Groups", ids, "view"));
        watch(realm, permissions, "doomed-role", "Roles", List.of(realm.roleId("roles/doomed")), "map-role");
        watch(
                realm,
                permissions,
                "doomed-organization",
                "Organizations",
                List.of(realm.organizationId("away")),
                "view");
    }

    /** Consents, sessions, authorization and policies of the client and the client scope. */
    private static void refer(TwinRealm realm, SharedServer server) throws IOException {
        String client = realm.clientId("doomed");
        String staying = realm.clientId("staying");
        String scope = scopeId(realm);
        load(
                realm,
                "clients?ifExists=merge",
                "{clientId:'doomed',directAccessGrantsEnabled:true,secret:'s',redirectUris:['http://doomed.example/*'],"
                        + "webOrigins:['http://doomed.example'],defaultClientScopes:['basic','profile'],"
                        + "protocolMappers:[{name:'a',protocol:'openid-connect',protocolMapper:'oidc-audience-mapper',"
                        + "config:{'included.client.audience':'staying'}}]}",
                "{clientId:'staying',consentRequired:true,fullScopeAllowed:false}");
        load(
                realm,
                "client-scopes?ifExists=merge",
                "{name:'doomed',attributes:{'consent.screen.text':'t'},protocolMappers:[{name:'a',"
                        + "protocol:'openid-connect',protocolMapper:'oidc-audience-mapper',"
                        + "config:{'included.client.audience':'staying'}}]}");
        load(realm, "scope-mappings", "{client:'doomed',realmRoles:['reader']}");
        load(realm, "roles?ifExists=merge", "{name:'above',composites:{client:{doomed:['own']}}}");
        load(realm, "resources", "{client:'doomed',name:'box',scopes:['lift'],uris:['/box']}");
        load(realm, "policies", "{client:'doomed',name:'of-own',type:'client',clients:['staying']}");
        load(
                realm,
                "permissions",
                "{client:'doomed',name:'of-box',type:'resource',resources:['box'],policies:['of-own']}");
        realm.demandNothingOfNewUsers();
        load(
                realm,
                "users",
                "{username:'consenting',email:'c@example.org',firstName:'C',lastName:'D',enabled:true,"
                        + "credentials:[{type:'password',value:'password-1'}],clientConsents:["
                        + "{clientId:'doomed',grantedClientScopes:['profile']},"
                        + "{clientId:'staying',grantedClientScopes:['profile','doomed']}]}");
        new AdminHttp(
                        server.keycloak().baseUrl(),
                        realm.name(),
                        Map.of(
                                "grant_type", "password",
                                "client_id", "doomed",
                                "client_secret", "s",
                                "username", "consenting",
                                "password", "password-1"))
                .token();
        String policies = realm.path("clients/" + realm.clientId("vault") + "/authz/resource-server/policy/");
        realm.admin().post(policies + "client", Map.of("name", "of-clients", "clients", List.of(client, staying)));
        String profile = scopeId(realm, "profile");
        Map<String, List<String>> lists = Map.of("of-scope", List.of(scope), "of-scopes", List.of(profile, scope));
        lists.forEach((name, ids) -> realm.admin()
                .post(
                        policies + "client-scope",
                        Map.of(
                                "name",
                                name,
                                "clientScopes",
                                ids.stream()
                                        .map(id -> Map.of("id", id, "required", true))
                                        .toList())));
        String permissions = realm.path("clients/" + realm.clientId("admin-permissions") + "/authz/resource-server/");
        watch(realm, permissions, "doomed-client", "Clients", List.of(client), "view");
        watch(realm, permissions, "both-clients", "Clients", List.of(client, staying), "view");
    }

    private static void watch(
            TwinRealm realm, String permissions, String name, String type, List<String> ids, String scope) {
        realm.admin()
                .post(
                        permissions + "permission/scope",
                        Map.of(
                                "name", name,
                                "resourceType", type,
                                "resources", ids,
                                "scopes", List.of(scope),
                                "policies", List.of("watcher")));
    }

    public static String groupId(TwinRealm realm, String path) {
        return realm.admin().get(realm.path("group-by-path/" + path)).get("id").asText();
    }

    static String scopeId(TwinRealm realm) {
        return scopeId(realm, "doomed");
    }

    private static String scopeId(TwinRealm realm, String name) {
        for (JsonNode scope : realm.admin().get(realm.path("client-scopes"))) {
            if (scope.get("name").asText().equals(name)) {
                return scope.get("id").asText();
            }
        }
        throw new AssertionError("No client scope " + name);
    }

    /** A user with everything through a role, and directly with some. */
    public static TwinRealm realmWithCapabilities(AdminHttp admin, String name) throws IOException {
        TwinRealm realm = TwinRealm.create(admin, name, Map.of("adminEventsEnabled", true));
        new ResourcesContract().prepare(realm);
        realm.admin()
                .put(
                        realm.path("capabilities/sources/base"),
                        manifest(
                                "{name:'doomed'},{name:'unassigned'},",
                                "{name:'doomed-set',members:['doomed','staying']},"));
        load(realm, "users", "{username:'holder',enabled:true,realmRoles:['reader']}");
        load(
                realm,
                "role-capabilities",
                "{role:'reader',set:['top','doomed','staying']}",
                "{role:'buyer',client:'shop',set:['doomed-set']}");
        load(realm, "user-capabilities", "{username:'holder',set:['doomed','doomed-set']}");
        realm.admin()
                .post(
                        realm.path("clients/" + realm.clientId("vault") + "/authz/resource-server/policy/capability"),
                        Map.of("name", "of-capability", "capabilities", List.of("doomed", "doomed-set")));
        return realm;
    }

    static ObjectNode manifest(String capabilities, String sets) {
        return Records.json("{version:'1',capabilities:[" + capabilities + "{name:'staying'}],sets:[" + sets
                + "{name:'outer',members:['doomed-set','doomed','missing']},{name:'top',members:['outer']}]}");
    }

    public static void load(TwinRealm realm, String kind, String... records) throws IOException {
        ImportAnswer answer = realm.imports()
                .post(kind, Records.lines(Stream.of(records).map(Records::json).toList()));
        assertThat(answer.addsUp().rejects()).as("%s", answer.lines()).isEmpty();
    }
}
