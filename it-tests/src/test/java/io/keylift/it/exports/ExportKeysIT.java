// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ways in which keys name objects. */
@OnSharedServer
class ExportKeysIT {

    private static final String REALM = "export-keys";

    private static TwinRealm realm;

    @BeforeAll
    static void realm(SharedServer server) throws IOException {
        realm = TwinRealm.create(server, REALM, Callers.CHEAP_PASSWORDS).withOrganizations("home");
        realm.demandNothingOfNewUsers();
        realm.imports().post("groups", """
                {"path":"/a/b","name":"a/b","description":"one name"}
                {"path":"/staff/x/y","name":"x/y","description":"below"}
                """);
        realm.imports().post("departments", "{\"organization\":\"home\",\"path\":\"/Sales/EMEA\"}");
        realm.imports().post("users", """
                {"username":"jane","email":"jane@example.org","groups":["/staff"],"realmRoles":["reader"],\
                "organizations":[{"alias":"home","departments":["/Sales/EMEA"]}]}
                {"username":"john","email":"john@example.org"}
                """);
    }

    /** `missing` stands for a key that names nothing. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '|', textBlock = """
            users; {"username":"JANE"}; username; jane
            users; {"email":"Jane@Example.org"}; username; jane
            users; {"id":"{jane}"}; username; jane
            users; {"username":"jane","email":"other@example.org","id":"x"}; username; jane
            users; {}; username; missing
            users; {"username":""}; username; missing
            groups; {"path":"/a/b","name":"a/b"}; description; one name
            groups; {"path":"a/b"}; description; one name
            groups; {"path":"/a/b","name":"b"}; description; missing
            groups; {"path":"/staff/x/y"}; description; below
            groups; {"path":"/staff/x/y","name":"x/y"}; description; below
            groups; {"name":"staff"}; path; /staff
            groups; {"description":"none"}; path; missing
            departments; {"organization":"{home}","path":"/Sales/EMEA"}; path; /Sales/EMEA
            departments; {"organization":"home","path":"/EMEA"}; path; missing
            departments; {"organization":"nowhere","path":"/Sales"}; path; missing
            organizations; {"name":"home"}; alias; home
            organizations; {"alias":"other","name":"home"}; alias; missing
            organization-members; {"organization":"{home}","email":"jane@example.org"}; username; jane
            organization-members; {"organization":"home","userId":"{jane}"}; username; jane
            organization-members; {"organization":"home","username":"john"}; username; missing
            organization-members; {"organization":"home","username":"jane","email":"john@example.org"}; \
            username; missing
            department-members; {"organization":"home","department":"/Sales/EMEA","username":"jane"}; username; jane
            department-members; {"organization":"home","department":"/Sales","username":"jane"}; username; missing
            department-members; {"organization":"home","username":"jane"}; username; missing
            group-members; {"group":"staff/","username":"jane"}; username; jane
            group-members; {"group":"/staff","username":"john"}; username; missing
            group-members; {"username":"jane"}; username; missing
            roles; {"name":"reader"}; client; null
            roles; {"name":"reader","client":"shop"}; client; shop
            roles; {"name":"reader","clientRole":true,"containerId":"{shop}"}; client; shop
            roles; {"name":"keeper","client":"shop"}; client; missing
            roles; {"name":"reader","clientRole":true}; client; missing
            clients; {"clientId":"shop"}; clientId; shop
            clients; {"clientId":"realm-management"}; clientId; missing
            role-mappings; {"username":"Jane"}; username; jane
            role-mappings; {"group":"/staff"}; group; /staff
            role-mappings; {"realmRoles":["reader"]}; group; missing
            scope-mappings; {"client":"account-console"}; client; account-console
            scope-mappings; {"clientScope":"offline_access"}; clientScope; offline_access
            scope-mappings; {"client":"shop"}; client; missing
            scope-mappings; {"client":"account-console","clientScope":"offline_access"}; client; missing
            scope-mappings; {"realmRoles":["reader"]}; client; missing
            scope-mappings?client=shop; {"client":"account-console"}; client; missing
            client-scopes; {"name":"special"}; name; special
            client-scopes; {"name":"none"}; name; missing
            group-members?group=/staff; {"group":"/staff","username":"jane"}; username; jane
            group-members?group=/guests; {"group":"/staff","username":"jane"}; username; missing
            role-mappings?role=reader; {"username":"jane"}; username; jane
            role-mappings?role=writer; {"username":"jane"}; username; missing
            role-mappings?role=reader; {"group":"/staff"}; group; /staff
            users?group=/staff&search=j; {"username":"jane"}; username; jane
            users?group=/guests; {"username":"jane"}; username; missing
            """)
    void aKeyNamesWhatARemovalWouldRemove(String kind, String key, String field, String expected) {
        String named = key.replace("{jane}", realm.userId("jane"))
                .replace("{home}", realm.organizationId("home"))
                .replace("{shop}", realm.clientId("shop"));

        ExportAnswer answer = ExportAnswer.post(realm.admin(), REALM, kind, named + "\n");

        boolean missing = expected.equals("missing");
        assertThat(answer.summary().path("missing").asInt(-1)).as(answer.body()).isEqualTo(missing ? 1 : 0);
        assertThat(answer.records())
                .extracting(record -> record.path(field).asText("null"))
                .isEqualTo(missing ? List.of() : List.of(expected));
    }

    @Test
    void anEmptyBodyNamesNothing() {
        ExportAnswer answer = ExportAnswer.post(realm.admin(), REALM, "users", "");

        assertThat(answer.whole().records()).isEmpty();
        assertThat(answer.summary().get("missing").asInt()).isZero();
    }

    /** Law 8: what the caller may not view is as missing as what does not exist. */
    @Test
    void law8_whatTheCallerMayNotViewIsMissing(SharedServer server) {
        Callers callers = new Callers(server, REALM);

        ExportAnswer answer = ExportAnswer.post(callers.with("query-users"), REALM, "users", """
                {"username":"jane"}
                {"username":"nobody"}
                """);

        assertThat(answer.records()).isEmpty();
        assertThat(answer.summary().get("missing").asInt()).isEqualTo(2);
        assertThat(ExportAnswer.post(callers.with("view-clients"), REALM, "users", "{}")
                        .status())
                .isEqualTo(403);
    }
}
