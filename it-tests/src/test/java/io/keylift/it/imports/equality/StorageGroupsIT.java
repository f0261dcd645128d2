// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LdapServer;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Realms with an LDAP user storage that stores the groups of its users. */
@OnSharedServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StorageGroupsIT {

    private LdapServer ldap;
    private SharedServer server;
    private AdminHttp admin;
    private Sql sql;

    @BeforeAll
    void start(SharedServer shared) {
        server = shared;
        admin = server.admin();
        sql = new Sql(server.database());
        ldap = LdapServer.start();
    }

    @AfterAll
    void stop() {
        sql.close();
        ldap.close();
    }

    @Test
    void aDirectoryThatStoresGroupsStoresTheirMembers() throws IOException {
        String realm = "groups-in-directory";
        ImportClient client = ImportClient.inNewRealm(server, realm);
        LdapServer.mapGroups(
                admin, realm, ldap.add("ldap-member").addTo(admin, realm, Map.of("editMode", "WRITABLE")), "LDAP_ONLY");
        client.post("groups", List.of("{\"path\":\"/crew\"}"));
        List<String> record = List.of("{\"group\":\"/crew\",\"username\":\"ldap-member\"}");

        assertThat(client.post("group-members?results=all", record).outcomes()).isEqualTo(Map.of(1, "added"));

        assertThat(ldap.isMember("crew", "ldap-member")).isTrue();
        assertThat(memberships(realm)).isZero();
        assertThat(client.post("group-members?results=all&ifExists=skip", record)
                        .outcomes())
                .isEqualTo(Map.of(1, "skipped"));

        assertThat(client.post("group-members?results=all&op=remove", record).outcomes())
                .isEqualTo(Map.of(1, "removed"));

        assertThat(ldap.isMember("crew", "ldap-member")).isFalse();
    }

    /** Keycloak refuses as well, with 400. */
    @Test
    void nobodyLeavesAGroupThatADirectoryOnlyShows() throws IOException {
        String realm = "groups-of-directory";
        ImportClient client = ImportClient.inNewRealm(server, realm);
        LdapServer.mapGroups(
                admin,
                realm,
                ldap.add("fixed-member").addTo(admin, realm, Map.of("editMode", "READ_ONLY")),
                "READ_ONLY");
        ldap.addGroup("fixed-crew", "fixed-member");
        client.post("groups", List.of("{\"path\":\"/fixed-crew\"}", "{\"path\":\"/open\"}"));

        ImportAnswer answer = client.post(
                "group-members?results=all&op=remove&events=record",
                List.of(
                        "{\"group\":\"/fixed-crew\",\"username\":\"fixed-member\"}",
                        "{\"group\":\"/open\",\"username\":\"fixed-member\"}"));

        assertThat(answer.outcomes()).isEqualTo(Map.of(1, "invalid /username", 2, "skipped"));
        assertThat(answer.rejects().get(0).get("message").asText()).contains("user storage directory refuses");
        String users = "/admin/realms/" + realm + "/users";
        String user = users + "/"
                + admin.get(users + "?username=fixed-member").at("/0/id").asText() + "/groups";
        assertThat(admin.get(user).findValuesAsText("path")).containsExactly("/fixed-crew");
        assertThat(admin.send("DELETE", user + "/" + admin.get(user).at("/0/id").asText(), null)
                        .statusCode())
                .isEqualTo(400);
    }

    private long memberships(String realm) {
        return sql.number(
                "select count(*) from user_group_membership m join keycloak_group g on g.id = m.group_id"
                        + " join realm r on r.id = g.realm_id where r.name = ?",
                realm);
    }
}
