// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups of one name below others that Keycloak's paths do not tell apart, because the names have slashes. */
@OnSharedServer
class GroupsOfOneNameIT {

    private static final String TREES = """
            [{"name":"x/y","attributes":{"of":["x/y"]},
              "subGroups":[{"name":"z","attributes":{"of":["x/y > z"]}}]},
             {"name":"x","subGroups":[{"name":"y","attributes":{"of":["x > y"]},
              "subGroups":[{"name":"z","attributes":{"of":["x > y > z"]}}]}]},
             {"name":"p","subGroups":[{"name":"x/y","subGroups":[{"name":"v/w","subGroups":[{"name":"z"}]}]},
              {"name":"x","subGroups":[{"name":"y","subGroups":[{"name":"v","subGroups":[{"name":"w","subGroups":[
               {"name":"z"}]}]}]}]}]}]""";

    private static final String DOCUMENT = """
            {"groups":TREES,"users":[{"username":"short"},{"username":"long"},{"username":"deep"}],
             "organizations":[{"name":"acme","alias":"acme","domains":[{"name":"acme.example"}],"groups":TREES,
              "members":[{"username":"short","membershipType":"UNMANAGED"},
               {"username":"long","membershipType":"UNMANAGED"},{"username":"deep","membershipType":"UNMANAGED"}]}]}""";

    private static final String MEMBERS = """
            {"username":"short","group":"/x/y/z"}
            {"username":"long","group":"/x~/y/z"}
            {"username":"deep","group":"/p/x~/y/v~/w/z"}
            """;

    private static final List<String> GROUPS = List.of("deep: p > x/y > v/w > z", "long: x/y > z", "short: x > y > z");

    private static final List<String> ALL = List.of(
            "p",
            "p > x",
            "p > x > y",
            "p > x > y > v",
            "p > x > y > v > w",
            "p > x > y > v > w > z",
            "p > x/y",
            "p > x/y > v/w",
            "p > x/y > v/w > z",
            "x",
            "x > y",
            "x > y > z",
            "x/y",
            "x/y > z");

    @Test
    void aDocumentKeepsBoth(SharedServer server) throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, "one-name-document");

        assertThat(document(client, "").addsUp().rejects()).isEmpty();

        assertThat(groups(server, client, 0)).isEqualTo(ALL);
        assertThat(groups(server, client, 1)).isEqualTo(ALL);
        ImportAnswer again = document(client, "?ifExists=overwrite");
        assertThat(again.rejects()).isEmpty();
        assertThat(again.count("skipped")).isEqualTo(again.count("read"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&chunkSize=1&parallelism=1", "&chunkSize=3"})
    void law14_anExportGoesIntoAnotherRealm(String chunks, SharedServer server) throws IOException {
        String suffix = chunks.replaceAll("\\D", "");
        ImportClient client = filled(server, "one-name-from" + suffix);
        ImportClient other = ImportClient.inNewRealm(server, "one-name-to" + suffix);
        String kinds = "?kinds=groups,organizations,departments,users,department-members,group-members";
        String exported = RealmStreams.export(client.admin(), client.realm(), kinds)
                .whole()
                .body()
                .replace(client.realm(), other.realm());

        ImportAnswer first = other.post("?ids=ignore&ifExists=overwrite" + chunks, exported);

        assertThat(first.addsUp().rejects()).isEmpty();
        assertSame(server, other);
        for (String operation : List.of("?op=verify&ids=ignore", "?ifExists=overwrite&ids=ignore" + chunks)) {
            assertUnchanged(other.post(operation, exported));
        }
        assertThat(values(server, other)).isEqualTo(values(server, client));
        for (ImportClient realm : List.of(client, other)) {
            String own = RealmStreams.export(realm.admin(), realm.realm(), kinds)
                    .whole()
                    .body();
            assertUnchanged(realm.post("?op=verify", own));
            assertUnchanged(realm.post("?ifExists=overwrite" + chunks, own));
            assertSame(server, realm);
        }
    }

    @Test
    void law14_eachKindGoesIntoAnotherRealm(SharedServer server) throws IOException {
        ImportClient client = filled(server, "one-name-kinds");
        ImportClient other = ImportClient.inNewRealm(server, "one-name-kinds-copy");

        for (String kind : List.of("groups", "organizations", "departments", "users")) {
            String exported = records(client, kind).replace(client.realm(), other.realm());
            assertThat(other.post(kind + "?ids=ignore", exported).addsUp().rejects())
                    .as(exported)
                    .isEmpty();
            assertUnchanged(other.post(kind + "?op=verify&ids=ignore", exported));
            assertUnchanged(other.post(kind + "?ifExists=overwrite&ids=ignore", exported));
        }

        assertSame(server, other);
        assertThat(ExportAnswer.get(other.admin(), other.realm(), "groups").records().stream()
                        .map(group -> group.get("path").asText()))
                .containsExactlyInAnyOrder(
                        "/p",
                        "/p/x",
                        "/p/x/y",
                        "/p/x/y/v/",
                        "/p/x/y/v/w/",
                        "/p/x/y/v/w/z/",
                        "/p/x/y",
                        "/p/x~/y/v~/w/",
                        "/p/x~/y/v~/w/z/",
                        "/x",
                        "/x/y",
                        "/x/y/z/",
                        "/x/y",
                        "/x~/y/z/");
        String removed = "{\"path\":\"/x~/y/z/\",\"name\":\"z\"}\n{\"path\":\"/p/x~/y/\",\"name\":\"x/y\"}";
        assertThat(other.post("groups?op=remove", removed).count("removed")).isEqualTo(2);
        assertThat(groups(server, other, 0))
                .isEqualTo(ALL.stream()
                        .filter(group -> !group.startsWith("p > x/y") && !group.equals("x/y > z"))
                        .toList());
    }

    @Test
    void aPathOfGroupsThatCannotBeMistakenIsAsInKeycloak(SharedServer server) throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, "one-name-plain");
        String paths = """
                {"path":"/a","name":"a"}
                {"path":"/a/b","name":"b"}
                {"path":"/a/b/c","name":"c"}
                {"path":"/t~","name":"t~"}
                {"path":"/t~/u","name":"u"}
                {"path":"/t~/u/c","name":"c"}
                {"path":"/s/t","name":"s/t"}
                {"path":"/x~/y","name":"y"}
                {"path":"/x~/y/z","name":"z"}
                """;

        assertThat(client.post("groups", paths).rejects()).isEmpty();

        assertThat(groups(server, client, 0))
                .containsExactly(
                        "a", "a > b", "a > b > c", "s/t", "t~", "t~ > u", "t~ > u > c", "x~", "x~ > y", "x~ > y > z");
        assertThat(ExportAnswer.get(client.admin(), client.realm(), "groups").whole().records().stream()
                        .map(group -> group.get("path").asText()))
                .containsExactlyInAnyOrder(
                        "/a", "/a/b", "/a/b/c", "/s/t", "/t~", "/t~/u", "/t~/u/c", "/x~", "/x~/y", "/x~/y/z");
        ImportClient other = ImportClient.inNewRealm(server, "one-name-plain-copy");
        assertThat(other.post("groups?ids=ignore", records(client, "groups")).rejects())
                .isEmpty();
        assertThat(groups(server, other, 0)).isEqualTo(groups(server, client, 0));
    }

    @Test
    void aSlashAfterTheNameSaysThatOthersAreEscaped(SharedServer server) throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, "one-name-escaped");
        String records = """
                {"path":"/x~/y/z/","name":"z"}
                {"path":"/x/y/z/","name":"z"}
                {"path":"/x~/y/","name":"x/y"}
                {"path":"x~/y/~/~//","name":"//"}
                {"path":"/x~/y/a~/z/","name":"z"}
                {"path":"/x~/y/z/","name":"z"}
                {"path":"///","name":"z"}
                """;

        assertThat(client.post("groups?results=all", records).outcomes().values())
                .containsExactly(
                        "added",
                        "added",
                        "added",
                        "added",
                        "invalid /name",
                        "duplicate_in_input /path",
                        "invalid /name");
        assertThat(groups(server, client, 0)).containsExactly("x", "x > y", "x > y > z", "x/y", "x/y > //", "x/y > z");
        assertUnchanged(client.post("groups?ifExists=overwrite", records(client, "groups")));
    }

    @Test
    void aPolicyNamesItsGroupInAnotherRealm(SharedServer server) throws IOException {
        ImportClient client = filled(server, "one-name-policy");
        String app = "{\"clientId\":\"app\",\"serviceAccountsEnabled\":true,\"authorizationServicesEnabled\":true}";
        String policy = "{\"client\":\"app\",\"name\":\"members\",\"type\":\"group\","
                + "\"groups\":[{\"path\":\"/x~/y/z\"},{\"path\":\"/x/y/z\"}]}";
        assertThat(client.post("clients", app).rejects()).isEmpty();
        assertThat(client.post("policies", policy).rejects()).isEmpty();
        ImportClient other = ImportClient.inNewRealm(server, "one-name-policy-copy");

        assertThat(other.post("clients", app).rejects()).isEmpty();
        for (String kind : List.of("groups", "policies")) {
            assertThat(other.post(kind + "?ids=ignore", records(client, kind)).rejects())
                    .as(kind)
                    .isEmpty();
        }

        assertThat(records(other, "policies")).contains("/x~/y/z", "\"/x/y/z\"");
        assertUnchanged(other.post("policies?op=verify&ids=ignore", records(client, "policies")));
    }

    private static ImportClient filled(SharedServer server, String realm) throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, realm);
        assertThat(document(client, "").addsUp().rejects()).isEmpty();
        assertThat(client.post("group-members", MEMBERS).count("added")).isEqualTo(3);
        String members = MEMBERS.replace("\"group\"", "\"organization\":\"acme\",\"department\"");
        assertThat(client.post("department-members", members).count("added")).isEqualTo(3);
        assertSame(server, client);
        return client;
    }

    private static ImportAnswer document(ImportClient client, String query) throws IOException {
        byte[] document = DOCUMENT.replace("TREES", TREES).getBytes(StandardCharsets.UTF_8);
        return client.post(query, "application/json", document);
    }

    private static void assertSame(SharedServer server, ImportClient client) {
        for (int type : new int[] {0, 1}) {
            assertThat(groups(server, client, type)).isEqualTo(ALL);
            assertThat(members(server, client, type)).isEqualTo(GROUPS);
        }
    }

    private static void assertUnchanged(ImportAnswer answer) {
        assertThat(answer.addsUp().rejects()).as("%s", answer.lines()).isEmpty();
        assertThat(answer.count("skipped") + answer.count("same"))
                .as("%s", answer.lines())
                .isEqualTo(answer.count("read"));
    }

    private static String records(ImportClient client, String kind) {
        return ExportAnswer.get(client.admin(), client.realm(), kind).whole().records().stream()
                .map(JsonNode::toString)
                .collect(Collectors.joining("\n"));
    }

    /** Names from the top down, and attributes. */
    private static List<String> values(SharedServer server, ImportClient client) {
        return query(
                server,
                client,
                "select g.path || ': ' || a.value from g join group_attribute a on a.group_id = g.id order by 1");
    }

    /** Names of all groups from the top down. */
    private static List<String> groups(SharedServer server, ImportClient client, int type) {
        return query(server, client, "select g.path from g where g.type = " + type + " order by g.path collate \"C\"");
    }

    private static List<String> members(SharedServer server, ImportClient client, int type) {
        return query(
                server,
                client,
                "select u.username || ': ' || g.path from g join user_group_membership m on m.group_id = g.id"
                        + " join user_entity u on u.id = m.user_id where g.type = " + type + " order by 1");
    }

    /** Groups with their names from the top down; those of members of organizations are none. */
    private static List<String> query(SharedServer server, ImportClient client, String select) {
        try (Sql sql = new Sql(server.database())) {
            return sql.strings(
                    "with recursive g(id, type, path) as (select g.id, g.type, g.name::text from keycloak_group g"
                            + " join realm r on r.id = g.realm_id left join org o on o.group_id = g.parent_group"
                            + " where r.name = ? and (g.type = 0 and g.parent_group = ' ' or o.id is not null)"
                            + " union all select c.id, c.type, g.path || ' > ' || c.name from keycloak_group c"
                            + " join g on g.id = c.parent_group) " + select,
                    client.realm());
        }
    }
}
