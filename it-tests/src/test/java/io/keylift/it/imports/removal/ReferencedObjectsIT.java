// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.kinds.ClientScopesContract;
import io.keylift.it.imports.kinds.ClientsContract;
import io.keylift.it.imports.kinds.DepartmentsContract;
import io.keylift.it.imports.kinds.GroupsContract;
import io.keylift.it.imports.kinds.IdentityProvidersContract;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.OrganizationsContract;
import io.keylift.it.imports.kinds.ResourcesContract;
import io.keylift.it.imports.kinds.RolesContract;
import io.keylift.it.imports.support.IdOccurrences;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.RowComparison;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Removal of objects that others refer to: what hangs on them goes as Keycloak's {@code DELETE} takes it. */
@OnSharedServer
class ReferencedObjectsIT {

    private static final int USERS = 12;

    /** Tables that must lose something, or the comparison shows nothing. */
    private static final List<String> LOSING = List.of(
            "client",
            "client_scope",
            "client_scope_client",
            "client_scope_role_mapping",
            "composite_role",
            "federated_identity",
            "group_role_mapping",
            "identity_provider",
            "identity_provider_config",
            "identity_provider_mapper",
            "idp_mapper_config",
            "keycloak_group",
            "keycloak_role",
            "keylift_capability_assignment",
            "org",
            "org_domain",
            "realm_default_groups",
            "resource_server",
            "resource_server_resource",
            "scope_mapping",
            "user_entity",
            "user_group_membership",
            "user_role_mapping");

    /** What is removed, in this order; a subgroup has a record of its own after the group above it. */
    private static final Map<KindContract, List<String>> REMOVED = new LinkedHashMap<>();

    static {
        REMOVED.put(new ResourcesContract(), List.of("{client:'vault',name:'doomed'}"));
        REMOVED.put(new ClientScopesContract(), List.of("{name:'doomed'}"));
        REMOVED.put(new RolesContract(), List.of("{name:'doomed'}", "{name:'doomed',client:'shop'}"));
        REMOVED.put(new GroupsContract(), List.of("{path:'/doomed'}"));
        REMOVED.put(new ClientsContract(), List.of("{clientId:'doomed'}"));
        REMOVED.put(new DepartmentsContract(), List.of("{organization:'home',path:'/sales'}"));
        REMOVED.put(new IdentityProvidersContract(), List.of("{alias:'doomed'}"));
        REMOVED.put(new OrganizationsContract(), List.of("{alias:'away'}"));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void law5_whatHangsOnARemovedObjectGoesAsByTheAdminApi(SharedServer server) throws IOException {
        TwinRealm one = realm(server, "hanging-one");
        TwinRealm other = realm(server, "hanging-other");
        RealmRows oneBefore = RealmRows.of(server.database(), one.name());
        RealmRows otherBefore = RealmRows.of(server.database(), other.name());
        List<String> idsOfOne = ids(one);
        List<String> idsOfOther = ids(other);

        for (Map.Entry<KindContract, List<String>> kind : REMOVED.entrySet()) {
            List<ObjectNode> records =
                    kind.getValue().stream().map(Records::json).toList();
            records.forEach(
                    record -> assertThat(kind.getKey().remove(one, record).statusCode())
                            .as("%s", record)
                            .isEqualTo(204));
            ImportAnswer answer =
                    other.imports().post(kind.getKey().kind() + "?op=remove&events=record", Records.lines(records));
            assertThat(answer.addsUp().count("removed"))
                    .as("%s", answer.lines())
                    .isEqualTo(records.size());
        }

        Map<String, Integer> change =
                RealmRows.of(server.database(), one.name()).growthSince(oneBefore);
        assertThat(change.keySet()).containsAll(LOSING);
        assertThat(RealmRows.of(server.database(), other.name()).growthSince(otherBefore))
                .as("rows by table")
                .isEqualTo(change);
        assertThat(IdOccurrences.anywhere(server.database(), otherBefore, idsOfOther))
                .as("rows that mention what was removed")
                .isEqualTo(IdOccurrences.anywhere(server.database(), oneBefore, idsOfOne));
        assertThat(deletions(other)).isEqualTo(deletions(one)).hasSize(9);
    }

    /** Sets and policies still name what is gone. */
    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void law5_whatHangsOnARemovedCapabilityOrSetGoesAsByAManifest(SharedServer server) throws IOException {
        long begin = System.currentTimeMillis();
        TwinRealm one = realmWithCapabilities(server, "hanging-capabilities-one");
        TwinRealm other = realmWithCapabilities(server, "hanging-capabilities-other");
        RealmRows oneBefore = RealmRows.of(server.database(), one.name());
        RealmRows otherBefore = RealmRows.of(server.database(), other.name());
        List<String> tags = tags(other);

        one.admin().put(one.path("capabilities/sources/base"), manifest("", ""));
        ImportAnswer capabilities = other.imports()
                .post(
                        "capabilities?op=remove&events=record",
                        "{\"name\":\"doomed\",\"source\":\"base\"}\n{\"name\":\"unassigned\",\"source\":\"base\"}\n");
        ImportAnswer sets = other.imports()
                .post("capability-sets?op=remove&events=record", "{\"name\":\"doomed-set\",\"source\":\"base\"}\n");

        assertThat(capabilities.count("removed")).isEqualTo(2);
        assertThat(sets.count("removed")).isEqualTo(1);
        RealmRows oneAfter = RealmRows.of(server.database(), one.name());
        RealmRows otherAfter = RealmRows.of(server.database(), other.name());
        Map<String, Integer> byManifest = oneAfter.growthSince(oneBefore);
        Map<String, Integer> byRecords = otherAfter.growthSince(otherBefore);
        // A manifest has one event.
        byManifest.remove("admin_event_entity");
        byRecords.remove("admin_event_entity");
        assertThat(byRecords)
                .as("rows by table")
                .isEqualTo(byManifest)
                .isEqualTo(Map.of(
                        "keylift_capability", -3,
                        "keylift_capability_assignment", -4,
                        "keylift_capability_expansion", -8,
                        "keylift_capability_member", -2));
        Set<String> tables = otherAfter.rows().keySet().stream()
                .filter(table -> table.startsWith("keylift_capability") || table.equals("policy_config"))
                .filter(table -> !table.equals("keylift_capability_source"))
                .collect(Collectors.toSet());
        RowComparison.assertAlike(oneAfter, otherAfter, tables, begin);
        assertThat(otherAfter.of("policy_config").toString()).contains("doomed-set");
        assertThat(tags(other)).doesNotContainAnyElementsOf(tags);
        assertThat(effective(other)).isEqualTo(effective(one)).containsExactly("outer", "staying", "top");
        JsonNode events = other.admin().get(other.path("admin-events?operationTypes=DELETE&max=1000"));
        assertThat(events.findValuesAsText("resourceType")).hasSize(3).containsOnly("CAPABILITY");
        assertThat(events.findValuesAsText("resourcePath"))
                .containsExactlyInAnyOrder(
                        "capabilities/entries/doomed",
                        "capabilities/entries/unassigned",
                        "capabilities/entries/doomed-set");

        for (TwinRealm realm : List.of(one, other)) {
            load(realm, "capabilities", "{name:'doomed'}");
            assertThat(effective(realm)).containsExactly("doomed", "outer", "staying", "top");
        }
    }

    /** A user with everything through a role, and directly with some. */
    private static TwinRealm realmWithCapabilities(SharedServer server, String name) throws IOException {
        TwinRealm realm = TwinRealm.create(server, name, Map.of("adminEventsEnabled", true));
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

    private static ObjectNode manifest(String capabilities, String sets) {
        return Records.json("{version:'1',capabilities:[" + capabilities + "{name:'staying'}],sets:[" + sets
                + "{name:'outer',members:['doomed-set','doomed','missing']},{name:'top',members:['outer']}]}");
    }

    /** The revisions of the assignments in the ETags, which also depend on the catalog. */
    private static List<String> tags(TwinRealm realm) {
        return Stream.of(
                        "roles/" + realm.roleId("roles/reader"),
                        "roles/" + realm.roleId("clients/" + realm.clientId("shop") + "/roles/buyer"),
                        "users/" + realm.userId("holder"))
                .map(holder -> realm.admin().send("GET", realm.path("capabilities/" + holder), null))
                .map(answer -> answer.headers().firstValue("ETag").orElseThrow())
                .map(tag -> tag.substring(0, tag.indexOf('.')))
                .toList();
    }

    private static List<String> effective(TwinRealm realm) {
        return realm.admin()
                .get(realm.path("capabilities/users/" + realm.userId("holder") + "/effective?fields=name"))
                .findValuesAsText("name");
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void aGroupGoesOnceWithAllBelowIt_dryOrNot(SharedServer server) throws IOException {
        TwinRealm realm = TwinRealm.create(server, "hanging-tree", Map.of());
        String tree = "{\"path\":\"/a\"}\n{\"path\":\"/a/b\"}\n{\"path\":\"/a/b/c\"}\n{\"path\":\"/z/y\"}\n";
        realm.imports().post("groups", tree);

        for (String query : List.of("dryRun=true", "dryRun=true&chunkSize=1", "chunkSize=1")) {
            ImportAnswer answer = realm.imports().post("groups?op=remove&" + query, tree);

            assertThat(answer.addsUp().count("removed"))
                    .as("%s: %s", query, answer.lines())
                    .isEqualTo(2);
            assertThat(answer.count("skipped")).isEqualTo(2);
        }
        assertThat(realm.admin().get(realm.path("groups")).findValuesAsText("name"))
                .contains("z")
                .doesNotContain("a");
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void whatKeycloakRefusesToRemoveIsRejected(SharedServer server) throws IOException {
        TwinRealm realm = TwinRealm.create(server, "hanging-kept", Map.of());
        Map<KindContract, List<String>> kept = Map.of(
                new RolesContract(), List.of("{name:'default-roles-hanging-kept'}"),
                new ClientsContract(),
                        List.of(
                                "{clientId:'account'}",
                                "{clientId:'realm-management'}",
                                "{clientId:'security-admin-console'}"));

        for (Map.Entry<KindContract, List<String>> kind : kept.entrySet()) {
            for (String text : kind.getValue()) {
                ObjectNode record = Records.json(text);
                ImportAnswer answer = realm.imports().post(kind.getKey().kind() + "?op=remove", record + "\n");

                int refusal = kind.getKey().remove(realm, record).statusCode();
                assertThat(refusal).as(text).isIn(400, 403);
                assertThat(answer.rejects()).as(text).hasSize(1);
                assertThat(answer.rejects().get(0).get("code").asText())
                        .as(text)
                        .isEqualTo(refusal == 403 ? "forbidden" : "invalid");
            }
        }
    }

    /** Sending a removal again does no harm, whatever has gone meanwhile. */
    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void whatBelongsToSomethingThatIsGoneIsSkipped(SharedServer server) throws IOException {
        TwinRealm realm = TwinRealm.create(server, "hanging-nowhere", Map.of()).withOrganizations("home");

        for (Map.Entry<String, String> record : Map.of(
                        "roles", "{name:'x',client:'gone'}",
                        "departments", "{organization:'gone',path:'/sales'}",
                        "groups", "{path:'/gone/below'}",
                        "resources", "{client:'gone',name:'x'}")
                .entrySet()) {
            ImportAnswer answer =
                    realm.imports().post(record.getKey() + "?op=remove", Records.json(record.getValue()) + "\n");

            assertThat(answer.addsUp().count("skipped"))
                    .as("%s", answer.lines())
                    .isEqualTo(1);
        }
    }

    /** Ids of what goes, and of what goes along. */
    private static List<String> ids(TwinRealm realm) {
        List<String> ids = new ArrayList<>();
        Stream.of("roles/doomed", "clients/" + realm.clientId("shop") + "/roles/doomed")
                .map(realm::roleId)
                .forEach(ids::add);
        ids.add(realm.clientId("doomed"));
        ids.add(realm.organizationId("away"));
        ids.add(groupId(realm, "doomed"));
        ids.add(groupId(realm, "doomed/one"));
        ids.add(scopeId(realm));
        ids.add(realm.admin()
                .get(realm.path("identity-provider/instances/doomed"))
                .get("internalId")
                .asText());
        return ids;
    }

    private static String groupId(TwinRealm realm, String path) {
        return realm.admin().get(realm.path("group-by-path/" + path)).get("id").asText();
    }

    private static String scopeId(TwinRealm realm) {
        for (JsonNode scope : realm.admin().get(realm.path("client-scopes"))) {
            if (scope.get("name").asText().equals("doomed")) {
                return scope.get("id").asText();
            }
        }
        throw new AssertionError("No client scope doomed");
    }

    /** The types of the realm's admin events of deletions, sorted: events of one chunk can have the same time. */
    private static List<String> deletions(TwinRealm realm) {
        return realm
                .admin()
                .get(realm.path("admin-events?operationTypes=DELETE&max=1000"))
                .findValuesAsText("resourceType")
                .stream()
                .sorted()
                .toList();
    }

    private static TwinRealm realm(SharedServer server, String name) throws IOException {
        TwinRealm realm = TwinRealm.create(
                        server, name, Map.of("adminEventsEnabled", true, "adminPermissionsEnabled", true))
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
                "{path:'/staying',realmRoles:['doomed']}");
        load(realm, "organizations", "{name:'away',domains:['away.example']}");
        load(realm, "departments", "{organization:'away',path:'/labs'}", "{organization:'home',path:'/sales/emea'}");
        load(
                realm,
                "identity-providers",
                "{alias:'doomed',providerId:'oidc',organization:'home',config:{clientId:'a'},mappers:[{name:'a',"
                        + "identityProviderMapper:'hardcoded-attribute-idp-mapper',config:{attribute:'a'}}]}");
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

    private static void load(TwinRealm realm, String kind, String... records) throws IOException {
        ImportAnswer answer = realm.imports()
                .post(kind, Records.lines(Stream.of(records).map(Records::json).toList()));
        assertThat(answer.addsUp().rejects()).as("%s", answer.lines()).isEmpty();
    }
}
