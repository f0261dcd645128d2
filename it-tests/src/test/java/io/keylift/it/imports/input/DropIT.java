// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports that leave out of records what the realm does not let in, instead of rejecting them. */
@OnSharedServer
class DropIT {

    private static final String ALL = "drop=unwritable-attributes,unknown-references,unknown-fields";

    private static TwinRealm realm;
    private static ImportClient imports;

    @AutoClose
    private static Sql sql;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = TwinRealm.create(server, "drop", Map.of("internationalizationEnabled", false))
                .withOrganizations("acme");
        realm.forbidUnmanagedAttributes();
        imports = realm.imports();
        sql = new Sql(server.database());
    }

    /** A record in relaxed JSON. */
    private static String json(String record) {
        return Records.json(record).toString();
    }

    /** The warnings, each with kind, code, pointer, count and first lines. */
    private static List<String> warnings(JsonNode from) {
        List<String> told = new ArrayList<>();
        for (JsonNode warning : from.path("warnings")) {
            assertThat(warning.get("message").asText()).endsWith(" is left out.");
            told.add(warning.get("kind").asText() + " " + warning.get("code").asText() + " "
                    + warning.path("pointer").asText() + " " + warning.get("count") + " " + warning.get("lines"));
        }
        return told;
    }

    /** By line, the codes and pointers of what was left out of a record. */
    private static Map<Integer, List<String>> leftOut(ImportAnswer answer) {
        Map<Integer, List<String>> leftOut = new TreeMap<>();
        for (JsonNode record : answer.ofType("record")) {
            for (JsonNode warning : record.path("warnings")) {
                leftOut.computeIfAbsent(record.get("line").asInt(), line -> new ArrayList<>())
                        .add(warning.get("code").asText() + " "
                                + warning.get("pointer").asText());
            }
        }
        return leftOut;
    }

    private static JsonNode user(String name) {
        return realm.admin().get(realm.path("users/" + realm.userId(name)));
    }

    private static List<String> roles(String user) {
        return sql.strings(
                "select r.name from user_role_mapping m join keycloak_role r on r.id = m.role_id"
                        + " where m.user_id = ? and r.name not like 'default-roles-%' order by r.name",
                realm.userId(user));
    }

    @Test
    void theLocaleOfUsersWithoutInternationalization() throws IOException {
        List<String> users = IntStream.rangeClosed(1, 30)
                .mapToObj(i -> json("{username:'locale-" + i
                        + "',lastName:'L',attributes:{locale:['de'],area:['it'],pet:['cat']}}"))
                .toList();

        ImportAnswer rejected = imports.post("users", users);
        ImportAnswer dropped = imports.post("users?chunkSize=4&parallelism=4&results=summary&" + ALL, users);

        assertThat(rejected.addsUp().count("rejected")).isEqualTo(30);
        JsonNode reject = rejected.rejects().get(0);
        assertThat(reject.get("code").asText()).isEqualTo("unwritable_attribute");
        assertThat(reject.get("pointer").asText()).isEqualTo("/attributes/locale");
        assertThat(reject.get("message").asText())
                .isEqualTo("Internationalization is off, so `locale` cannot be stored. Switch it on in the realm"
                        + " settings, or use `drop=unwritable-attributes`.");
        assertThat(dropped.end()).isEqualTo("COMPLETED");
        assertThat(dropped.count("added")).isEqualTo(30);
        assertThat(warnings(dropped.summary()))
                .containsExactly(
                        "users unwritable_attribute /attributes/locale 30 [1,2,3]",
                        "users unwritable_attribute /attributes/pet 30 [1,2,3]");
        assertThat(user("locale-7").get("attributes").toString())
                .isEqualTo("{\"area\":[\"it\"],\"origin\":[\"unknown\"]}");
    }

    /** Overwriting finds at the write what the profile does not let in. */
    @Test
    void attributesOfUsersThatExist() throws IOException {
        imports.post("users", List.of(json("{username:'exists',lastName:'Old',email:'exists@example.org'}")));

        ImportAnswer answer = imports.post(
                "users?ifExists=overwrite&results=all&" + ALL,
                List.of(json("{username:'exists',lastName:'New',email:'exists@example.org',"
                        + "attributes:{locale:['de'],pet:['cat'],area:['it']}}")));
        ImportAnswer changes = imports.post(
                "user-changes?results=all&" + ALL,
                List.of(json("{username:'exists',add:{attributes:{pet:['dog'],nickname:['Ex']},"
                        + "realmRoles:['writer','gone']},shoeSize:44}")));

        assertThat(answer.outcomes().values()).containsExactly("updated");
        assertThat(leftOut(answer).get(1))
                .containsExactly("unwritable_attribute /attributes/locale", "unwritable_attribute /attributes/pet");
        assertThat(changes.outcomes().values()).containsExactly("updated");
        assertThat(leftOut(changes).get(1))
                .containsExactlyInAnyOrder(
                        "unknown_field /shoeSize",
                        "unknown_role /add/realmRoles/1",
                        "unwritable_attribute /add/attributes/pet");
        assertThat(user("exists").get("lastName").asText()).isEqualTo("New");
        assertThat(roles("exists")).containsExactly("writer");
    }

    private static String person(String name) {
        return json(
                "{username:'" + name + "',attributes:{locale:['de']},shoeSize:44,realmRoles:['gone','reader','lost'],"
                        + "clientRoles:{shop:['buyer','gone'],missing:['a','b']},groups:['/nowhere','/guests'],"
                        + "organizations:[{alias:'nobody'},{alias:'acme',departments:['/Nowhere'],since:2020}],"
                        + "requiredActions:['DANCE','UPDATE_PROFILE'],"
                        + "federatedIdentities:[{identityProvider:'gone',userId:'" + name + "'},"
                        + "{identityProvider:'social',userId:'" + name + "'}],"
                        + "clientConsents:[{clientId:'missing',grantedClientScopes:['email']},"
                        + "{clientId:'shop',grantedClientScopes:['gone','email']}]}");
    }

    /** The line of a person, as many chunks with them tell it. */
    private static List<String> ofPersons(int count, String lines) {
        return Stream.of(
                        "unknown_client /clientConsents/*",
                        "unknown_client /clientRoles/missing",
                        "unknown_client_scope /clientConsents/*/grantedClientScopes/*",
                        "unknown_department /organizations/*/departments/*",
                        "unknown_field /organizations/*/since",
                        "unknown_field /shoeSize",
                        "unknown_group /groups/*",
                        "unknown_identity_provider /federatedIdentities/*",
                        "unknown_organization /organizations/*",
                        "unknown_required_action /requiredActions/*",
                        "unknown_role /clientRoles/shop/*")
                .map(place -> "users " + place + " " + count + " " + lines)
                .toList();
    }

    /**
     * Persons in many chunks side by side. The database refuses one of them, for which its chunk is tried many times:
     * what is left out of the others counts once.
     */
    @Test
    void allThatAPersonMayHave_onceForEachRecord() throws IOException {
        List<String> users = new ArrayList<>();
        for (int i = 1; i <= 24; i++) {
            users.add(i == 10 ? person("drop-refused") : person("person-" + i));
        }
        users.add(json("{username:'person-25',realmRoles:['reader'],clientRoles:{shop:[]},email:'no address'}"));
        String query = "users?chunkSize=6&parallelism=4&results=all&" + ALL;

        ImportAnswer dry = imports.post(query + "&dryRun=true", users);
        sql.unprepared("""
                create function drop_refused() returns trigger language plpgsql as
                  $body$ begin raise exception using errcode = '22023'; end $body$;
                create trigger drop_refused before insert on user_entity
                  for each row when (new.username = 'drop-refused') execute function drop_refused()""");
        ImportAnswer answer;
        try {
            answer = imports.post(query, users);
        } finally {
            sql.unprepared("drop trigger drop_refused on user_entity; drop function drop_refused()");
        }

        assertThat(dry.addsUp().count("added")).isEqualTo(24);
        assertThat(answer.addsUp().count("added")).isEqualTo(23);
        assertThat(answer.outcomes()).containsEntry(10, "database_refused ").containsEntry(25, "invalid /email");
        List<String> ofAll = warnings(dry.summary());
        assertThat(ofAll)
                .containsAll(ofPersons(24, "[1,2,3]"))
                .contains(
                        "users unknown_role /realmRoles/* 48 [1,2,3]",
                        "users unwritable_attribute /attributes/locale 24 [1,2,3]")
                .hasSize(13);
        assertThat(warnings(answer.summary()))
                .containsExactlyElementsOf(ofAll.stream()
                        .map(told -> told.replace(" 24 ", " 23 ").replace(" 48 ", " 46 "))
                        .toList());
        assertThat(leftOut(answer)).hasSize(23).doesNotContainKeys(10, 25);
        assertThat(leftOut(answer).get(24))
                .containsExactlyInAnyOrderElementsOf(leftOut(dry).get(24))
                .contains(
                        "unknown_role /realmRoles/0",
                        "unknown_role /realmRoles/2",
                        "unknown_organization /organizations/0");
        assertThat(leftOut(answer).get(24)).contains("unknown_department /organizations/1/departments/0");
        assertThat(roles("person-11")).containsExactly("buyer", "reader");
        assertThat(user("person-11").get("requiredActions").toString()).contains("UPDATE_PROFILE");
        assertThat(realm.admin()
                        .get(realm.path("users/" + realm.userId("person-11") + "/federated-identity"))
                        .toString())
                .contains("social")
                .doesNotContain("gone");
    }

    /** A record imports as if it had been sent without what is left out: the same rows, and rejects at their place. */
    @Test
    void rejectsPointIntoTheRecordAsItWasSent() throws IOException {
        ImportAnswer answer = imports.post(
                "users?results=all&" + ALL,
                List.of(
                        json("{username:'pointers',organizations:[{alias:'nobody'},{alias:'acme'},"
                                + "{alias:'acme',membershipType:'MANAGED'},"
                                + "{alias:'acme',membershipType:'UNMANAGED'}]}"),
                        json("{username:'pointers-2',nothing:1,enabled:'perhaps'}")));

        assertThat(answer.outcomes().values())
                .containsExactly("conflict /organizations/3/membershipType", "wrong_type /enabled");
        assertThat(answer.summary().has("warnings")).isFalse();
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
        assertThat(roles("mapped")).containsExactly("writer");
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

    @Test
    void aResumedJobCountsWhatEarlierRunsLeftOut() throws IOException {
        List<String> users = new ArrayList<>();
        for (int i = 1; i <= 9; i++) {
            users.add(json("{username:'resumed-" + i + "',realmRoles:['gone'],shoeSize:" + i
                    + (i == 5 ? ",email:'no address'" : "") + "}"));
        }
        String job = "users?job=drop-resumed&chunkSize=2&" + ALL;

        ImportAnswer first = imports.post(job + "&onReject=stop", users);
        ImportAnswer other = imports.post("users?job=drop-resumed&chunkSize=2&drop=unknown-references", users);
        ImportAnswer second = imports.post(job, users);
        ImportAnswer third = imports.post(job, users);

        assertThat(first.end()).isEqualTo("STOPPED rejected");
        assertThat(warnings(first.summary()))
                .containsExactly(
                        "users unknown_field /shoeSize 5 [1,2,3]", "users unknown_role /realmRoles/* 5 [1,2,3]");
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.errorMessage()).contains("`drop`");
        assertThat(second.end()).isEqualTo("COMPLETED");
        List<String> all =
                List.of("users unknown_field /shoeSize 8 [1,2,3]", "users unknown_role /realmRoles/* 8 [1,2,3]");
        assertThat(warnings(second.summary())).isEqualTo(all);
        assertThat(warnings(third.summary())).isEqualTo(all);
        assertThat(warnings(imports.job("drop-resumed"))).isEqualTo(all);
        assertThat(imports.job("drop-resumed").get("drop").asText())
                .isEqualTo("unwritable-attributes,unknown-references,unknown-fields");
        assertThat(sql.strings(
                        "select c.rejects from keylift_import_chunk c join keylift_import_job j on j.uid = c.job_uid"
                                + " where j.job_id = 'drop-resumed' and c.rejects is not null"))
                .as("rejects in the ledger")
                .hasSize(1)
                .allMatch(lines -> lines.contains("/email") && !lines.contains("shoeSize"));
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
                List.of(json("{username:'streamed',realmRoles:['default-roles-drop','streamed'],floor:1}")));
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
        assertThat(roles("csv-user")).containsExactly("reader");
        assertThat(mirror.addsUp().rejects()).isEmpty();
        assertThat(warnings(mirror.summary())).containsExactly("roles unknown_role /composites/realm/* 1 [1]");
    }
}
