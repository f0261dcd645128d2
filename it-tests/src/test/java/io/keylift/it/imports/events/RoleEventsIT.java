// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.kinds.GroupMembersContract;
import io.keylift.it.imports.kinds.IdentityProvidersContract;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.RoleMappingsContract;
import io.keylift.it.imports.kinds.RolesContract;
import io.keylift.it.imports.kinds.ScopeMappingsContract;
import io.keylift.it.imports.kinds.UserChangesContract;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** {@code events=record} creates the same admin events as the Admin API. */
@OnSharedServer
class RoleEventsIT {

    private static final Map<String, Object> SETTINGS =
            Map.of("adminEventsEnabled", true, "adminEventsDetailsEnabled", true);

    @Test
    void law5_rolesLeaveTheAdminEventsOfTheAdminApi(SharedServer server) throws IOException {
        RolesContract roles = new RolesContract();
        List<ObjectNode> records = List.of(
                Records.json("{name:'plain',description:'Plain',attributes:{a:['1','2']}}"),
                Records.json("{name:'composed',composites:{realm:['plain'],client:{shop:['buyer']}}}"),
                Records.json("{name:'with blank/and slash',client:'shop',composites:{realm:['reader']}}"));

        assertThat(added(server, roles, records)).hasSize(3);
    }

    @Test
    void law5_changedRolesLeaveTheAdminEventsOfTheAdminApi(SharedServer server) throws IOException {
        RolesContract roles = new RolesContract();
        List<ObjectNode> records = List.of(
                Records.json("{name:'reader',description:'Changed'}"),
                Records.json("{name:'seller',client:'shop',attributes:{a:['1']}}"));

        assertThat(compare(server, roles, "?ifExists=overwrite", roles::overwrite, records))
                .hasSize(2);
    }

    /** One call for the composites that come, one for those that go. */
    @Test
    void law5_changedCompositesLeaveTheAdminEventsOfTheAdminApi(SharedServer server) throws IOException {
        List<ObjectNode> records = List.of(Records.json("{name:'chief',composites:{realm:['reader','visitor']}}"));

        assertThat(compare(
                        server,
                        new RolesContract(),
                        "?ifExists=overwrite",
                        (realm, record) -> {
                            String composites = realm.path("roles/chief/composites");
                            realm.admin().post(composites, List.of(realm.admin().get(realm.path("roles/visitor"))));
                            realm.admin()
                                    .send(
                                            "DELETE",
                                            composites,
                                            List.of(realm.admin().get(realm.path("roles/writer"))));
                        },
                        records))
                .hasSize(2);
    }

    @Test
    void law5_mappingsLeaveTheAdminEventsOfTheAdminApi(SharedServer server) throws IOException {
        RoleMappingsContract mappings = new RoleMappingsContract();
        List<ObjectNode> records = List.of(
                Records.json("{username:'holder-1',realmRoles:['reader','writer'],clientRoles:{shop:['buyer']}}"),
                Records.json("{group:'/guests',realmRoles:['reader'],clientRoles:{shop:['buyer','seller']}}"),
                Records.json("{organization:'acme',department:'/sales',realmRoles:['reader'],"
                        + "clientRoles:{shop:['buyer']}}"));

        assertThat(added(server, mappings, records)).hasSize(6);
        assertThat(removed(server, mappings, records)).hasSize(12);
    }

    @Test
    void law5_scopeMappingsLeaveTheAdminEventsOfTheAdminApi(SharedServer server) throws IOException {
        ScopeMappingsContract mappings = new ScopeMappingsContract();
        List<ObjectNode> records = List.of(
                Records.json("{client:'scoped-0',realmRoles:['reader','writer'],clientRoles:{shop:['buyer']}}"),
                Records.json("{clientScope:'scoped-1',realmRoles:['reader'],clientRoles:{shop:['buyer','seller']}}"));

        assertThat(added(server, mappings, records)).hasSize(4);
        assertThat(removed(server, mappings, records)).hasSize(8);
    }

    @Test
    void law5_membersOfGroupsLeaveTheAdminEventsOfTheAdminApi(SharedServer server) throws IOException {
        GroupMembersContract members = new GroupMembersContract();
        List<ObjectNode> records = List.of(
                Records.json("{group:'/staff',username:'member-1'}"),
                Records.json("{group:'/guests',email:'member-2@example.org'}"));

        assertThat(added(server, members, records)).hasSize(2);
        assertThat(removed(server, members, records)).hasSize(4);
    }

    @Test
    void law5_changesOfUsersLeaveTheAdminEventsOfTheAdminApi(SharedServer server) throws IOException {
        UserChangesContract changes = new UserChangesContract();
        List<ObjectNode> records = List.of(
                changes.record(1),
                changes.changed(changes.record(1), 1),
                Records.json("{username:'changing-2',clear:['email']}"));

        assertThat(added(server, changes, records)).hasSize(12);
    }

    @Test
    void law5_identityProvidersLeaveTheAdminEventsOfTheAdminApi(SharedServer server) throws IOException {
        IdentityProvidersContract providers = new IdentityProvidersContract();
        String mapper = "mappers:[{name:'a',identityProviderMapper:'hardcoded-attribute-idp-mapper',"
                + "config:{attribute:'a','attribute.value':'%s'}}]";
        List<ObjectNode> added = List.of(
                Records.json("{alias:'partner',providerId:'oidc',trustEmail:true,"
                        + "config:{clientSecret:'told to nobody'}," + mapper.formatted("1") + "}"),
                Records.json("{alias:'vault',providerId:'saml',firstBrokerLoginFlowAlias:'first broker login',"
                        + "config:{hideOnLoginPage:'true',clientSecret:'${vault.x}'}}"));
        List<ObjectNode> changed = List.of(
                Records.json("{alias:'social',providerId:'oidc',displayName:'Changed',"
                        + "config:{clientId:'keylift',clientSecret:'**********'}," + mapper.formatted("2") + "}"),
                Records.json("{alias:'corporate',providerId:'oidc',enabled:false}"));

        assertThat(added(server, providers, added)).hasSize(3).noneMatch(event -> event.contains("told to nobody"));
        assertThat(compare(server, providers, "?ifExists=overwrite", providers::overwrite, changed))
                .hasSize(3);
        assertThat(removed(server, providers, added)).hasSize(5);
    }

    private static TreeSet<String> added(SharedServer server, KindContract kind, List<ObjectNode> records)
            throws IOException {
        return compare(server, kind, "", kind::create, records);
    }

    /** The events of records that are imported and removed. */
    private static TreeSet<String> removed(SharedServer server, KindContract kind, List<ObjectNode> records)
            throws IOException {
        return compare(
                server,
                kind,
                "?op=remove",
                (realm, record) -> {
                    kind.create(realm, record);
                    kind.remove(realm, record);
                },
                records);
    }

    /** The events of both ways, which have to be the same; whatever a removal is to remove is imported before. */
    private static TreeSet<String> compare(
            SharedServer server,
            KindContract kind,
            String query,
            BiConsumer<TwinRealm, ObjectNode> adminApi,
            List<ObjectNode> records)
            throws IOException {
        String name = "events-" + kind.kind() + "-" + Integer.toHexString((query + records).hashCode());
        TwinRealm one = TwinRealm.create(server, name + "-one", SETTINGS);
        TwinRealm other = TwinRealm.create(server, name + "-other", SETTINGS);
        for (TwinRealm realm : List.of(one, other)) {
            kind.prepare(realm);
            realm.admin().delete(realm.path("admin-events"));
        }
        records.forEach(record -> adminApi.accept(one, record));
        String events = (query.isEmpty() ? "?" : query + "&") + "events=record";
        if (query.contains("remove")) {
            other.imports().post(kind.kind() + "?events=record", Records.lines(records));
        }

        ImportAnswer answer = other.imports().post(kind.kind() + events, Records.lines(records));

        assertThat(answer.addsUp().count("rejected") + answer.count("skipped"))
                .as("%s", answer.lines())
                .isZero();
        TreeSet<String> expected = events(one);
        assertThat(events(other)).isEqualTo(expected);
        return expected;
    }

    /** Operation, resource and what was sent, ids aside. */
    private static TreeSet<String> events(TwinRealm realm) {
        TreeSet<String> events = new TreeSet<>();
        for (JsonNode event : realm.admin().get(realm.path("admin-events?max=100"))) {
            String path = event.get("resourcePath").asText().replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "<id>");
            events.add(event.get("operationType").asText() + " "
                    + event.get("resourceType").asText() + " " + path + " "
                    + sent(event.path("representation").asText("null")));
        }
        return events;
    }

    /** Of a list of roles their names, of a role all but what says the same in other words. */
    private static String sent(String representation) {
        try {
            JsonNode json = AdminHttp.JSON.readTree(representation);
            if (json.isArray()) {
                return StreamSupport.stream(json.spliterator(), false)
                        .peek(role -> assertThat(role.path("id").asText()).isNotBlank())
                        .map(role -> role.path("name").asText())
                        .sorted()
                        .toList()
                        .toString();
            }
            if (json instanceof ObjectNode role && role.has("id")) {
                role.put("id", "<id>");
            }
            if (json instanceof ObjectNode provider && provider.has("internalId")) {
                provider.put("internalId", "<id>");
            }
            return json.toString();
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
