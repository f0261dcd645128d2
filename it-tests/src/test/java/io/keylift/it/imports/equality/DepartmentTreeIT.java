// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees of departments: any order of lines, parents created on the way, given ids, moves. */
@OnSharedServer
class DepartmentTreeIT {

    private TwinRealm realm;

    @BeforeEach
    void newRealm(SharedServer server) {
        realm = TwinRealm.create(server, "tree-" + UUID.randomUUID(), Map.of()).withOrganizations("acme", "globex");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 1000})
    void linesMayStandInAnyOrder(int chunkSize) throws IOException {
        Map<String, String> wanted = new TreeMap<>();
        for (int a = 0; a < 3; a++) {
            wanted.put("/a" + a, "A " + a);
            for (int b = 0; b < 3; b++) {
                wanted.put("/a" + a + "/b" + b, "B " + b);
                wanted.put("/a" + a + "/b" + b + "/c", "C");
            }
        }
        List<String> lines = new ArrayList<>();
        wanted.forEach((path, description) -> lines.add(line(path, description)));
        Collections.shuffle(lines, new Random(chunkSize));

        ImportAnswer answer = realm.imports().post("departments?chunkSize=" + chunkSize, lines);

        assertThat(answer.addsUp().count("added")).as("%s", answer.lines()).isEqualTo(lines.size());
        assertThat(departments("acme")).isEqualTo(wanted);
    }

    @Test
    void whatIsMissingOnTheWayIsMade_andALaterImportFindsItThere() throws IOException {
        realm.imports().post("departments", line("/one/two/three", "Three"));

        assertThat(departments("acme")).containsOnlyKeys("/one", "/one/two", "/one/two/three");
        assertThat(departments("globex")).isEmpty();
        assertThat(realm.imports().post("departments", line("/one/two", "Two")).rejects())
                .singleElement()
                .satisfies(reject -> assertThat(reject.get("code").asText()).isEqualTo("exists"));
    }

    @Test
    void aDepartmentMadeOnTheWayIsDescribedByOneLaterLineOnly() throws IOException {
        ImportAnswer answer = realm.imports()
                .post(
                        "departments?chunkSize=1&results=all",
                        List.of(line("/one/two", "Two"), line("/one", "One"), line("/one", "One again")));

        assertThat(answer.outcomes()).isEqualTo(Map.of(1, "added", 2, "added", 3, "exists /path"));
        assertThat(departments("acme")).isEqualTo(Map.of("/one", "One", "/one/two", "Two"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10})
    void aGivenIdIsKept_alsoByADepartmentMadeOnTheWay(int chunkSize) throws IOException {
        String one = UUID.randomUUID().toString();
        String two = UUID.randomUUID().toString();

        ImportAnswer answer = realm.imports()
                .post(
                        "departments?chunkSize=" + chunkSize,
                        List.of(line("/one/two/three", "Three"), withId("/one/two", two), withId("/one", one)));

        assertThat(answer.addsUp().count("added")).as("%s", answer.lines()).isEqualTo(3);
        assertThat(ids("acme")).containsEntry("/one", one).containsEntry("/one/two", two);
        assertThat(departments("acme")).containsOnlyKeys("/one", "/one/two", "/one/two/three");
    }

    @ParameterizedTest
    @CsvSource({"fail, exists /id", "skip, skipped", "merge, conflict /id", "overwrite, updated"})
    void aDepartmentIsMovedByItsIdWhenItIsOverwritten(String ifExists, String outcome) throws IOException {
        String id = UUID.randomUUID().toString();
        realm.imports()
                .post(
                        "departments",
                        List.of(withId("/old/place", id), line("/old/place/below", "Below"), line("/x", "X")));
        realm.admin().get(realm.path(groups("acme") + "/" + id)); // so that caches know it where it was

        ImportAnswer answer =
                realm.imports().post("departments?results=all&ifExists=" + ifExists, withId("/new/place", id));

        assertThat(answer.outcomes()).isEqualTo(Map.of(1, outcome));
        String place = ifExists.equals("overwrite") ? "/new/place" : "/old/place";
        assertThat(ids("acme")).containsEntry(place, id);
        assertThat(departments("acme")).containsKeys("/old", "/x", place + "/below");
        assertThat(realm.admin()
                        .get(realm.path(groups("acme") + "/" + id))
                        .get("path")
                        .asText())
                .isEqualTo(place);
    }

    @Test
    void linesBelowAMovedDepartmentFindIt_inTheSameChunk() throws IOException {
        String id = UUID.randomUUID().toString();
        realm.imports().post("departments", List.of(withId("/old", id), line("/old/below", "Below")));

        ImportAnswer answer = realm.imports()
                .post(
                        "departments?results=all&ifExists=overwrite",
                        List.of(line("/new/below", "Changed"), line("/new/more", "More"), withId("/new", id)));

        assertThat(answer.outcomes()).isEqualTo(Map.of(1, "updated", 2, "added", 3, "updated"));
        assertThat(departments("acme"))
                .isEqualTo(Map.of("/new", "With an id", "/new/below", "Changed", "/new/more", "More"));
    }

    @Test
    void anIdOfAnotherOrganizationIsOutOfReach() throws IOException {
        String id = UUID.randomUUID().toString();
        realm.imports().post("departments", withId("/mine", id).replace("acme", "globex"));

        for (String ifExists : List.of("fail", "skip", "overwrite", "merge")) {
            assertThat(realm.imports()
                            .post("departments?results=all&ifExists=" + ifExists, withId("/yours", id))
                            .outcomes())
                    .isEqualTo(Map.of(1, "conflict /id"));
        }
        assertThat(departments("globex")).containsOnlyKeys("/mine");
        assertThat(departments("acme")).isEmpty();
    }

    @Test
    void anOrganizationNamedTwoWaysIsOne() throws IOException {
        String byId = line("/one", "One").replace("acme", realm.organizationId("acme"));

        ImportAnswer answer = realm.imports().post("departments?results=all", List.of(line("/one", "One"), byId));

        assertThat(answer.outcomes()).isEqualTo(Map.of(1, "added", 2, "duplicate_in_input /path"));
    }

    @Test
    void theAdminApiListsThemAtOnce_alsoWhereItHasLookedBefore() throws IOException {
        realm.imports().post("departments", line("/one", "One"));
        String one = ids("acme").get("/one");
        JsonNode before = realm.admin().get(realm.path(groups("acme") + "/" + one + "?subGroupsCount=true"));

        realm.imports().post("departments", line("/one/two", "Two"));
        JsonNode after = realm.admin().get(realm.path(groups("acme") + "/" + one + "?subGroupsCount=true"));

        assertThat(before.get("subGroupCount").asInt()).isZero();
        assertThat(after.get("subGroupCount").asInt()).isEqualTo(1);
    }

    private static String line(String path, String description) {
        return "{\"organization\":\"acme\",\"path\":\"%s\",\"description\":\"%s\"}".formatted(path, description);
    }

    private static String withId(String path, String id) {
        return "{\"organization\":\"acme\",\"path\":\"%s\",\"description\":\"With an id\",\"id\":\"%s\"}"
                .formatted(path, id);
    }

    private String groups(String organization) {
        return "organizations/" + realm.organizationId(organization) + "/groups";
    }

    /** Descriptions by path, as the Admin API tells them. */
    private Map<String, String> departments(String organization) {
        return all(organization, "description");
    }

    private Map<String, String> ids(String organization) {
        return all(organization, "id");
    }

    private Map<String, String> all(String organization, String field) {
        String groups = realm.path(groups(organization));
        Map<String, String> found = new TreeMap<>();
        collect(groups + "?briefRepresentation=false&first=0&max=1000", groups, field, found);
        return found;
    }

    private void collect(String list, String groups, String field, Map<String, String> found) {
        for (JsonNode group : realm.admin().get(list)) {
            String id = group.get("id").asText();
            JsonNode whole = realm.admin().get(groups + "/" + id);
            found.put(whole.get("path").asText(), whole.path(field).asText());
            collect(groups + "/" + id + "/children?first=0&max=1000", groups, field, found);
        }
    }
}
