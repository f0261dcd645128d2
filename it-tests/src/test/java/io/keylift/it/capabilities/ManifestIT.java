// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SecondTier;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.tenant.SampleCatalog;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Applies complete manifests of a source. */
@OnSharedServer
class ManifestIT {

    /** So many rows with one value tell PostgreSQL that a column has few values, however many rows there will be. */
    private static final int HOLDERS = 12;

    private static CapabilityRealm realm;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = CapabilityRealm.create(server, "manifest");
        planForFew(server);
    }

    /**
     * PostgreSQL knows of the assignments that they all are of one capability: it would rather read all of them than
     * look up capabilities, and compare each with each of a hundred thousand ids. And from the sixth time on it keeps
     * its plan of a statement for the connection, here one for tables with next to nothing in them.
     */
    private static void planForFew(SharedServer server) {
        realm.source("few", List.of("few.view"), Map.of());
        for (int i = 0; i < HOLDERS; i++) {
            realm.assign(realm.role("with-few-" + i), "few.view");
        }
        try (Sql sql = new Sql(server.database())) {
            sql.execute("analyze keylift_capability, keylift_capability_assignment");
        }
        String role = realm.role("with-few");
        for (int i = 0; i < 10; i++) {
            realm.assign(role, i % 2 == 0 ? new String[] {"few.view"} : new String[0]);
        }
        realm.source("few", List.of(), Map.of());
    }

    @Test
    void theAnswerSaysWhatIsDifferent() {
        JsonNode first = realm.source("diff", List.of("d.view", "d.edit"), Map.of("d-all", List.of("d.view")));
        JsonNode second = realm.source("diff", List.of("d.view", "d.new"), Map.of("d-all", List.of("d.view", "d.new")));

        assertThat(first.get("added")).hasSize(3);
        assertThat(second.get("added").toString()).isEqualTo("[\"d.new\"]");
        assertThat(second.get("updated").toString()).isEqualTo("[\"d-all\"]");
        assertThat(second.get("removed").toString()).isEqualTo("[\"d.edit\"]");
        assertThat(second.get("unchanged").asInt()).isEqualTo(1);
        assertThat(CapabilityRealm.names(realm.get("?source=diff"))).containsExactly("d-all", "d.new", "d.view");
    }

    @Test
    void theSameAgainChangesNothing() {
        SampleCatalog catalog = SampleCatalog.realistic(1);
        JsonNode first = realm.source("same", catalog.manifest("1"));
        JsonNode second = realm.source("same", catalog.manifest("1"));

        assertThat(first.get("added")).hasSize(1572 + 375);
        assertThat(second.get("added")).isEmpty();
        assertThat(second.get("updated")).isEmpty();
        assertThat(second.get("removed")).isEmpty();
        assertThat(second.get("unchanged").asInt()).isEqualTo(1572 + 375);
        realm.source("same", List.of(), Map.of());
    }

    @Test
    void aDryRunSaysTheSameAndLeavesEverythingAsItIs() {
        JsonNode dry = AdminHttp.parse(realm.send(
                        "PUT",
                        "capabilities/sources/dry?dryRun=true",
                        CapabilityRealm.manifest(List.of("dry.view"), Map.of()))
                .body());

        assertThat(dry.get("added").toString()).isEqualTo("[\"dry.view\"]");
        assertThat(realm.get("?source=dry")).isEmpty();
    }

    @Test
    void whatReplacesSomethingTakesOverItsAssignments() {
        realm.source("heir", List.of("old.view", "old.edit", "stays.view"), Map.of());
        String one = realm.role("heir-one");
        String both = realm.role("heir-both");
        realm.assign(one, "old.view", "stays.view");
        realm.assign(both, "old.view", "old.edit");
        String tag = tag(one);
        Map<String, Object> manifest = CapabilityRealm.manifest(List.of("stays.view"), Map.of());
        manifest.put(
                "capabilities",
                List.of(
                        Map.of("name", "stays.view"),
                        Map.of("name", "new.all", "replaces", List.of("old.view", "old.edit"))));

        JsonNode answer = realm.source("heir", manifest);
        JsonNode again = realm.source("heir", manifest);

        assertThat(answer.get("replaced").toString()).isEqualTo("{\"old.edit\":\"new.all\",\"old.view\":\"new.all\"}");
        assertThat(answer.get("assignmentsMoved").asInt()).isEqualTo(3);
        assertThat(again.get("assignmentsMoved").asInt()).isZero();
        assertThat(realm.assigned(one)).containsExactly("new.all", "stays.view");
        assertThat(realm.assigned(both)).containsExactly("new.all");
        assertThat(tag(one)).isNotEqualTo(tag);
    }

    private static String tag(String role) {
        return realm.send("GET", "capabilities/roles/" + role, null)
                .headers()
                .firstValue("ETag")
                .orElseThrow();
    }

    @Test
    void membersThatArriveLaterCountFromThenOn() {
        JsonNode first = realm.source("early", List.of(), Map.of("outer", List.of("inner", "late.view")));
        String role = realm.role("waiting");
        realm.assign(role, "outer");
        realm.user("winnie", "waiting");
        assertThat(realm.decide("winnie", "late", "view")).isFalse();

        realm.source("late", List.of("late.view", "late.edit"), Map.of("inner", List.of("late.edit")));

        assertThat(first.get("unresolved").toString()).isEqualTo("[\"inner\",\"late.view\"]");
        assertThat(realm.decide("winnie", "late", "view")).isTrue();
        assertThat(realm.decide("winnie", "late", "edit")).isTrue();

        realm.source("late", List.of("late.view"), Map.of());

        assertThat(realm.decide("winnie", "late", "view")).isTrue();
        assertThat(realm.decide("winnie", "late", "edit")).isFalse();
    }

    @Test
    void aCycleIsNamedAndNothingOfItStays() {
        realm.source("ring", List.of(), Map.of("ring-a", List.of("ring-b"), "ring-b", List.of("ring-c")));

        HttpResponse<String> answer = realm.send(
                "PUT",
                "capabilities/sources/closed",
                CapabilityRealm.manifest(List.of("ring.view"), Map.of("ring-c", List.of("ring.view", "ring-a"))));

        assertThat(answer.statusCode()).isEqualTo(400);
        JsonNode fault = AdminHttp.parse(answer.body());
        assertThat(fault.at("/params/0").asText()).isEqualTo("cycle");
        assertThat(fault.get("field").asText()).isEqualTo("/sets/0/members");
        assertThat(fault.get("errorMessage").asText()).endsWith("ring-c > ring-a > ring-b > ring-c");
        assertThat(realm.get("?source=closed")).isEmpty();
    }

    @Test
    void whatBelongsToAnotherSourceStaysWithIt() {
        realm.source("mine", List.of("mine.view"), Map.of());

        HttpResponse<String> answer = realm.send(
                "PUT", "capabilities/sources/yours", CapabilityRealm.manifest(List.of("mine.view"), Map.of()));

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(AdminHttp.parse(answer.body()).get("field").asText()).isEqualTo("/capabilities/0/name");
    }

    @Test
    void faultsAreSaidWithAPointer() {
        fault(Map.of("capabilities", List.of(Map.of("name", "n".repeat(256)))), "/capabilities/0/name", "too_long");
        fault(Map.of("capabilities", List.of(Map.of("name", " "))), "/capabilities/0/name", "missing");
        fault(
                Map.of("sets", List.of(Map.of("name", "s", "members", List.of("a", "")))),
                "/sets/0/members/1",
                "missing");
        fault(Map.of("sets", List.of(Map.of("name", "s", "member", List.of()))), "/sets/0/member", "unknown_field");
        fault(Map.of("capabilities", List.of(Map.of("name", "x\u0000"))), "/capabilities/0/name", "invalid");
        fault(
                Map.of("capabilities", List.of(Map.of("name", "x"), Map.of("name", "x"))),
                "/capabilities/1/name",
                "duplicate_in_input");
        fault(Map.of("capabilities", Map.of()), "/capabilities", "wrong_type");
    }

    private static void fault(Map<String, Object> manifest, String field, String code) {
        HttpResponse<String> answer = realm.send("PUT", "capabilities/sources/faulty", manifest);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        JsonNode fault = AdminHttp.parse(answer.body());
        assertThat(fault.get("field").asText()).isEqualTo(field);
        assertThat(fault.at("/params/0").asText()).isEqualTo(code);
    }

    @Test
    @SecondTier
    void aHundredThousandEntriesAreTakenOrRefusedAsAWhole() {
        List<Map<String, Object>> many = new ArrayList<>();
        IntStream.range(0, 100_000).forEach(i -> many.add(Map.of("name", "m." + i)));
        Map<String, Object> manifest = new HashMap<>(Map.of("version", "1", "capabilities", many));
        String role = realm.role("with-many");
        assertThat(realm.source("many", manifest).get("added")).hasSize(100_000);
        List<String> names = IntStream.range(0, 100_000).mapToObj(i -> "m." + i).toList();

        HttpResponse<String> unknown = realm.send(
                "PUT",
                "capabilities/roles/" + role,
                Map.of("set", names.stream().map(name -> name + "?").toList()));
        HttpResponse<String> known = realm.send("PUT", "capabilities/roles/" + role, Map.of("set", names));

        assertThat(unknown.statusCode()).isEqualTo(400);
        assertThat(AdminHttp.parse(unknown.body()).get("errors")).hasSize(100);
        assertThat(AdminHttp.parse(known.body()).get("added")).hasSize(100_000);
        assertThat(realm.get("/count?source=many").get("count").asInt()).isEqualTo(100_000);
        realm.source("many", List.of(), Map.of());
        assertThat(realm.assigned(role)).isEmpty();
    }
}
