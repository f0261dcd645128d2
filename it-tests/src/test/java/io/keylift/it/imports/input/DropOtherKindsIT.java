// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static io.keylift.it.imports.input.LeftOut.ALL;
import static io.keylift.it.imports.input.LeftOut.json;
import static io.keylift.it.imports.input.LeftOut.warnings;
import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports of all kinds, streams and mirrors that leave out of records what the realm does not let in. */
@OnSharedServer
class DropOtherKindsIT {

    private static TwinRealm realm;
    private static ImportClient imports;

    @AutoClose
    private static Sql sql;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = LeftOut.realm(server, "drop-kinds");
        imports = realm.imports();
        sql = new Sql(server.database());
    }

    static Stream<Arguments> kinds() {
        return Stream.of(
                Arguments.of(
                        "groups",
                        "{path:'/dropped',realmRoles:['gone','reader'],clientRoles:{missing:['a']},floor:3}",
                        List.of(
                                "unknown_client /clientRoles/missing",
                                "unknown_field /floor",
                                "unknown_role /realmRoles/*")),
                Arguments.of(
                        "departments",
                        "{organization:'acme',path:'/Dropped',realmRoles:['gone'],floor:3}",
                        List.of("unknown_field /floor", "unknown_role /realmRoles/*")),
                Arguments.of(
                        "roles",
                        "{name:'dropped',composites:{realm:['gone','reader'],"
                                + "client:{shop:['gone'],missing:['a']}},x:1}",
                        List.of(
                                "unknown_client /composites/client/missing",
                                "unknown_field /x",
                                "unknown_role /composites/client/shop/*",
                                "unknown_role /composites/realm/*")),
                Arguments.of(
                        "clients",
                        "{clientId:'dropped',defaultClientScopes:['gone','email'],"
                                + "optionalClientScopes:['lost'],x:{y:1}}",
                        List.of(
                                "unknown_client_scope /defaultClientScopes/*",
                                "unknown_client_scope /optionalClientScopes/*",
                                "unknown_field /x")),
                Arguments.of(
                        "organizations",
                        "{name:'dropped',domains:[{name:'dropped.example',owner:'x'}],rating:1}",
                        List.of("unknown_field /domains/*/owner", "unknown_field /rating")),
                Arguments.of(
                        "role-capabilities",
                        "{role:'reader',add:['no.such.capability']}",
                        List.of("unknown_capability /add/*")));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void otherKinds(String kind, String record, List<String> places) throws IOException {
        ImportAnswer without = imports.post(kind + "?results=all", List.of(json(record)));
        ImportAnswer dry = imports.post(kind + "?dryRun=true&" + ALL, List.of(json(record)));
        ImportAnswer answer = imports.post(kind + "?" + ALL, List.of(json(record)));

        assertThat(without.rejects().get(0).get("message").asText()).contains("use `drop=");
        assertThat(answer.addsUp().rejects()).isEmpty();
        assertThat(warnings(answer.summary()))
                .containsExactlyElementsOf(places.stream()
                        .map(place -> kind + " " + place + " 1 [1]")
                        .toList());
        assertThat(warnings(dry.summary())).isEqualTo(warnings(answer.summary()));
        assertThat(dry.count("added")).isEqualTo(answer.count("added"));
    }

    /** A record of which nothing is left changes nothing. */
    @Test
    void aRecordOfWhichNothingIsLeftIsSkipped() throws IOException {
        imports.post(
                "users",
                Stream.of("mapped", "mapped-2", "mapped-3")
                        .map(name -> json("{username:'" + name + "'}"))
                        .toList());

        ImportAnswer answer = imports.post(
                "role-mappings?results=all&" + ALL,
                List.of(
                        json("{username:'mapped-2',realmRoles:['gone']}"),
                        json("{username:'mapped-3',clientRoles:{missing:['a']}}"),
                        json("{username:'mapped',realmRoles:['gone','writer']}"),
                        json("{username:'mapped-2'}")));

        assertThat(answer.outcomes().values()).containsExactly("skipped", "skipped", "added", "missing ");
        assertThat(LeftOut.roles(sql, realm, "mapped")).containsExactly("writer");
    }

    /** Without this, a policy would ask for less, and a change would leave what it was to take away. */
    @Test
    void nothingIsLeftOutThatRestrictsAccess() throws IOException {
        imports.post("users", List.of(json("{username:'held'}")));
        imports.post(
                "clients",
                List.of(json("{clientId:'guarded',publicClient:false,serviceAccountsEnabled:true,"
                        + "authorizationServicesEnabled:true}")));

        assertThat(rejects("policies", "{client:'guarded',name:'p',type:'role',roles:[{id:'reader'},{id:'gone'}]}"))
                .isEqualTo("would_widen_access /roles/1/id");
        assertThat(rejects("policies", "{client:'guarded',name:'t',type:'time',hour:'8',hourEnd:'9',hourMax:'1'}"))
                .isEqualTo("would_widen_access /hourMax");
        assertThat(rejects("permissions", "{client:'guarded',name:'q',type:'resource',policies:['gone']}"))
                .isEqualTo("would_widen_access /policies");
        assertThat(rejects("policies", "{client:'gone',name:'p',type:'role',roles:[{id:'reader'}]}"))
                .isEqualTo("unknown_client /client");
        assertThat(rejects("permissions", "{client:'gone',name:'q',type:'resource'}"))
                .isEqualTo("unknown_client /client");
        assertThat(rejects("user-changes", "{username:'held',remove:{realmRoles:['gone']}}"))
                .isEqualTo("would_widen_access /remove/realmRoles/0");
        assertThat(rejects("role-capabilities", "{role:'reader',remove:['no.such.capability']}"))
                .isEqualTo("would_widen_access /remove/0");
        assertThat(rejects(
                        "identity-providers",
                        "{alias:'dropped',providerId:'oidc',postBrokerLoginFlowAlias:'gone',"
                                + "config:{clientId:'a',clientSecret:'s',tokenUrl:'https://a.example/t',"
                                + "authorizationUrl:'https://a.example/a'}}"))
                .isEqualTo("would_widen_access /postBrokerLoginFlowAlias");
        assertThat(rejects("clients", "{clientId:'flows',authenticationFlowBindingOverrides:{browser:'gone'}}"))
                .isEqualTo("would_widen_access /authenticationFlowBindingOverrides/browser");
        assertThat(rejects("scope-mappings", "{clientScope:'email',realmRoles:['gone'],clientRoles:{missing:['a']}}"))
                .isEqualTo("would_widen_access ");
        assertThat(rejects("role-mappings", "{username:'nobody',realmRoles:['reader']}"))
                .isEqualTo("unknown_user /username");
        assertThat(rejects("organization-members", "{organization:'nobody',username:'held'}"))
                .isEqualTo("unknown_organization /organization");
    }

    /** Code and pointer of the only reject, which leaves out nothing. */
    private static String rejects(String kind, String record) throws IOException {
        ImportAnswer answer = imports.post(kind + "?results=all&" + ALL, List.of(json(record)));
        assertThat(answer.summary().has("warnings")).as("%s", answer.lines()).isFalse();
        assertThat(answer.rejects()).as("%s", answer.lines()).hasSize(1);
        return answer.outcomes().get(1);
    }

    /**
     * Each record is a chunk of its own, and each waits for one that comes later. What another record defines is not
     * unknown, in whatever order the chunks are tried; a cycle is still rejected.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void law13_aReferenceToARecordThatIsStillWaitingIsNotLeftOut(boolean dryRun) throws IOException {
        String prefix = dryRun ? "dry-" : "wait-";
        List<String> roles = Stream.of(
                        "{name:'#a',composites:{realm:['#b']}}",
                        "{name:'#d',composites:{realm:['#gone','reader']}}",
                        "{name:'#c',composites:{realm:['#d','#gone']}}",
                        "{name:'#b',composites:{realm:['#c']}}",
                        "{name:'#x',composites:{realm:['#y']}}",
                        "{name:'#y',composites:{realm:['#x','#gone']}}")
                .map(role -> json(role.replace("#", prefix)))
                .toList();

        ImportAnswer answer = imports.post("roles?results=all&chunkSize=1&dryRun=" + dryRun + "&" + ALL, roles);

        assertThat(answer.addsUp().outcomes())
                .containsEntry(1, "added")
                .containsEntry(2, "added")
                .containsEntry(3, "added")
                .containsEntry(4, "added")
                .containsEntry(5, "unknown_role /composites/realm/0")
                .containsEntry(6, "unknown_role /composites/realm/0");
        assertThat(warnings(answer.summary())).containsExactly("roles unknown_role /composites/realm/* 2 [2,3]");
        if (!dryRun) {
            assertThat(sql.strings("select p.name || '>' || c.name from composite_role x"
                            + " join keycloak_role p on p.id = x.composite"
                            + " join keycloak_role c on c.id = x.child_role"
                            + " where p.name like 'wait-%' order by 1"))
                    .containsExactly("wait-a>wait-b", "wait-b>wait-c", "wait-c>wait-d", "wait-d>reader");
        }
    }

    /** A stream of several kinds, a mirror, a verification and CSV. */
    @Test
    void otherImports() throws IOException {
        ImportAnswer stream = imports.post(
                "?ifExists=merge&" + ALL,
                List.of(
                        json("{kind:'roles',record:{name:'streamed',floor:1}}"),
                        json("{kind:'users',record:{username:'streamed',realmRoles:['streamed','gone'],floor:1}}")));
        ImportAnswer verified = imports.post(
                "users?op=verify&drop=unknown-fields&results=all",
                List.of(json("{username:'streamed',realmRoles:['default-roles-drop-kinds','streamed'],floor:1}")));
        ImportAnswer csv = imports.post(
                "users?" + ALL,
                "text/csv",
                "username,shoe.size,realmRoles[]\ncsv-user,44,reader|gone\n".getBytes(StandardCharsets.UTF_8));
        ImportAnswer mirror = imports.post(
                "roles?op=mirror&client=shop&maxRemovals=0&" + ALL,
                List.of(
                        json("{client:'shop',name:'buyer',composites:{realm:['gone']}}"),
                        json("{client:'shop',name:'seller'}"),
                        json("{client:'shop',name:'reader'}")));

        assertThat(stream.addsUp().count("added")).isEqualTo(2);
        assertThat(warnings(stream.summary()))
                .containsExactly(
                        "roles unknown_field /floor 1 [1]",
                        "users unknown_field /floor 1 [2]",
                        "users unknown_role /realmRoles/* 1 [2]");
        assertThat(verified.addsUp().count("same")).as("%s", verified.lines()).isEqualTo(1);
        assertThat(warnings(verified.summary())).containsExactly("users unknown_field /floor 1 [1]");
        assertThat(csv.addsUp().count("added")).isEqualTo(1);
        assertThat(warnings(csv.summary()))
                .containsExactly("users unknown_field /shoe 1 [1]", "users unknown_role /realmRoles/* 1 [1]");
        assertThat(LeftOut.roles(sql, realm, "csv-user")).containsExactly("reader");
        assertThat(mirror.addsUp().rejects()).isEmpty();
        assertThat(warnings(mirror.summary())).containsExactly("roles unknown_role /composites/realm/* 1 [1]");
    }
}
