// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static io.keylift.it.imports.input.LeftOut.ALL;
import static io.keylift.it.imports.input.LeftOut.json;
import static io.keylift.it.imports.input.LeftOut.leftOut;
import static io.keylift.it.imports.input.LeftOut.warnings;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Imports of users that leave out of records what the realm does not let in, instead of rejecting them. */
@OnSharedServer
class DropIT {

    private static TwinRealm realm;
    private static ImportClient imports;

    @AutoClose
    private static Sql sql;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = LeftOut.realm(server, "drop");
        imports = realm.imports();
        sql = new Sql(server.database());
    }

    private static JsonNode user(String name) {
        return realm.admin().get(realm.path("users/" + realm.userId(name)));
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
        assertThat(LeftOut.roles(sql, realm, "exists")).containsExactly("writer");
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
        assertThat(LeftOut.roles(sql, realm, "person-11")).containsExactly("buyer", "reader");
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
}
