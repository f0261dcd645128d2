// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.kinds.ClientsContract;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.RolesContract;
import io.keylift.it.imports.support.IdOccurrences;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.RowComparison;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Removal of objects that others refer to: their dependents go as Keycloak's {@code DELETE} takes it. */
@OnSharedServer
class ReferencedObjectsIT {

    /** Tables that must lose something, or the comparison shows nothing. */
    private static final List<String> LOSING = List.of(
            "associated_policy",
            "client",
            "client_attributes",
            "client_scope",
            "client_scope_attributes",
            "client_scope_client",
            "client_scope_role_mapping",
            "composite_role",
            "default_client_scope",
            "federated_identity",
            "group_role_mapping",
            "identity_provider",
            "identity_provider_config",
            "identity_provider_mapper",
            "idp_mapper_config",
            "keycloak_group",
            "keycloak_role",
            "keylift_capability_assignment",
            "offline_client_session",
            "org",
            "org_domain",
            "policy_config",
            "protocol_mapper",
            "protocol_mapper_config",
            "realm_default_groups",
            "redirect_uris",
            "resource_policy",
            "resource_scope",
            "resource_server",
            "resource_server_policy",
            "resource_server_resource",
            "resource_server_scope",
            "resource_uris",
            "scope_mapping",
            "user_consent",
            "user_consent_client_scope",
            "user_entity",
            "user_group_membership",
            "user_role_mapping",
            "web_origins");

    private static final String EVENTS = "admin_event_entity";

    /** With events, each object is removed by Keycloak's own method; without them, many are removed together. */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @ValueSource(strings = {"record", "none"})
    void law5_whatHangsOnARemovedObjectGoesAsByTheAdminApi(String events, SharedServer server) throws IOException {
        TwinRealm one = ReferencedObjects.watchedRealm(server, "referenced-one-" + events);
        TwinRealm other = ReferencedObjects.watchedRealm(server, "referenced-other-" + events);
        RealmRows oneBefore = RealmRows.of(server.database(), one.name());
        RealmRows otherBefore = RealmRows.of(server.database(), other.name());
        List<String> idsOfOne = ids(one);
        List<String> idsOfOther = ids(other);

        for (Map.Entry<KindContract, List<String>> kind : ReferencedObjects.REMOVED.entrySet()) {
            List<ObjectNode> records =
                    kind.getValue().stream().map(Records::json).toList();
            records.forEach(
                    record -> assertThat(kind.getKey().remove(one, record).statusCode())
                            .as("%s", record)
                            .isEqualTo(204));
            ImportAnswer answer =
                    other.imports().post(kind.getKey().kind() + "?op=remove&events=" + events, Records.lines(records));
            assertThat(answer.addsUp().count("removed"))
                    .as("%s", answer.lines())
                    .isEqualTo(records.size());
        }

        Map<String, Integer> change =
                RealmRows.of(server.database(), one.name()).growthSince(oneBefore);
        Map<String, Integer> changeOfOther =
                RealmRows.of(server.database(), other.name()).growthSince(otherBefore);
        Map<String, Long> mentions = IdOccurrences.anywhere(server.database(), oneBefore, idsOfOne);
        Map<String, Long> mentionsOfOther = IdOccurrences.anywhere(server.database(), otherBefore, idsOfOther);
        if (events.equals("none")) {
            List.of(change, changeOfOther, mentions, mentionsOfOther).forEach(map -> map.remove(EVENTS));
        } else {
            assertThat(deletions(other)).isEqualTo(deletions(one)).hasSize(12);
        }
        assertThat(change.keySet()).containsAll(LOSING);
        assertThat(changeOfOther).as("rows by table").isEqualTo(change);
        assertThat(mentionsOfOther).as("rows that mention what was removed").isEqualTo(mentions);
    }

    /** Sets and policies still name what is gone. */
    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void law5_whatHangsOnARemovedCapabilityOrSetGoesAsByAManifest(SharedServer server) throws IOException {
        TwinRealm one = ReferencedObjects.realmWithCapabilities(server.admin(), "referenced-capabilities-one");
        TwinRealm other = ReferencedObjects.realmWithCapabilities(server.admin(), "referenced-capabilities-other");
        RealmRows oneBefore = RealmRows.of(server.database(), one.name());
        RealmRows otherBefore = RealmRows.of(server.database(), other.name());
        List<String> tags = tags(other);

        one.admin().put(one.path("capabilities/sources/base"), ReferencedObjects.manifest("", ""));
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
        byManifest.remove(EVENTS);
        byRecords.remove(EVENTS);
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
        RowComparison.assertAlike(oneAfter, otherAfter, tables);
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
            ReferencedObjects.load(realm, "capabilities", "{name:'doomed'}");
            assertThat(effective(realm)).containsExactly("doomed", "outer", "staying", "top");
        }
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
        TwinRealm realm = TwinRealm.create(server, "referenced-tree", Map.of());
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
        TwinRealm realm = TwinRealm.create(server, "kept", Map.of());
        Map<KindContract, List<String>> kept = Map.of(
                new RolesContract(), List.of("{name:'default-roles-kept'}"),
                new ClientsContract(),
                        List.of(
                                "{clientId:'account'}",
                                "{clientId:'realm-management'}",
                                "{clientId:'security-admin-console'}"));

        for (Map.Entry<KindContract, List<String>> kind : kept.entrySet()) {
            for (String text : kind.getValue()) {
                ObjectNode record = Records.json(text);
                ImportAnswer answer = realm.imports().post(kind.getKey().kind() + "?op=remove", record + "\n");

                boolean isForbidden = text.contains("realm-management");
                assertThat(kind.getKey().remove(realm, record).statusCode())
                        .as(text)
                        .isEqualTo(isForbidden ? 403 : 400);
                assertThat(answer.rejects()).as(text).hasSize(1);
                assertThat(answer.rejects().get(0).get("code").asText())
                        .as(text)
                        .isEqualTo(isForbidden ? "forbidden" : "invalid");
            }
        }
    }

    /** Sending a removal again does no harm, whatever has gone meanwhile. */
    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void whatBelongsToSomethingThatIsGoneIsSkipped(SharedServer server) throws IOException {
        TwinRealm realm =
                TwinRealm.create(server, "referenced-nowhere", Map.of()).withOrganizations("home");

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
        String client = realm.clientId("doomed");
        ids.add(client);
        ids.add(realm.roleId("clients/" + client + "/roles/own"));
        ids.add(realm.admin()
                .get(realm.path("clients/" + client + "/service-account-user"))
                .get("id")
                .asText());
        ids.add(realm.organizationId("away"));
        ids.add(realm.organizationId("linked"));
        ids.add(ReferencedObjects.groupId(realm, "doomed"));
        ids.add(ReferencedObjects.groupId(realm, "doomed/one"));
        ids.add(ReferencedObjects.groupId(realm, "doomed-too"));
        ids.add(ReferencedObjects.scopeId(realm));
        ids.add(realm.admin()
                .get(realm.path("identity-provider/instances/doomed"))
                .get("internalId")
                .asText());
        return ids;
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
}
