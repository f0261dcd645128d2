// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Reads and changes the assignments of roles and users, one call at a time. */
@OnSharedServer
class AssignmentIT {

    private static CapabilityRealm realm;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = CapabilityRealm.create(server, "assignment");
        realm.source(
                "shop",
                List.of("orders.view", "orders.edit", "orders.delete", "stock.view"),
                Map.of("clerk", List.of("orders.view", "stock.view"), "chief", List.of("clerk", "orders.edit")));
    }

    @Test
    void aRoleHasWhatIsPutAndNothingElse() {
        String role = realm.role("putting");

        JsonNode first = realm.assign(role, "orders.view", "clerk");
        JsonNode second = realm.assign(role, "orders.edit", "clerk");

        assertThat(first.get("added").toString()).isEqualTo("[\"clerk\",\"orders.view\"]");
        assertThat(second.get("added").toString()).isEqualTo("[\"orders.edit\"]");
        assertThat(second.get("removed").toString()).isEqualTo("[\"orders.view\"]");
        assertThat(second.get("unchanged").asInt()).isEqualTo(1);
        assertThat(realm.assigned(role)).containsExactly("clerk", "orders.edit");
    }

    @Test
    void someAreAddedAndOthersRemovedInOneCall() {
        String role = realm.role("patching");
        realm.assign(role, "orders.view", "stock.view");

        HttpResponse<String> answer = realm.send(
                "PATCH",
                "capabilities/roles/" + role,
                Map.of("add", List.of("orders.edit", "stock.view"), "remove", List.of("orders.view", "chief")));

        JsonNode change = AdminHttp.parse(answer.body());
        assertThat(change.get("added").toString()).isEqualTo("[\"orders.edit\"]");
        assertThat(change.get("removed").toString()).isEqualTo("[\"orders.view\"]");
        assertThat(change.get("unchanged").asInt()).isEqualTo(2);
        assertThat(realm.assigned(role)).containsExactly("orders.edit", "stock.view");
    }

    @Test
    void capabilitiesAreCalledByIdAsWell() {
        String role = realm.role("by-id");
        String id = realm.get("/entries/orders.view").get("id").asText();

        realm.assign(role, id, "clerk");

        assertThat(realm.assigned(role)).containsExactly("clerk", "orders.view");
    }

    @Test
    void anEmptySelectionIsOneToo() {
        String role = realm.role("emptied");
        realm.assign(role, "chief");

        realm.assign(role);

        assertThat(realm.assigned(role)).isEmpty();
    }

    @Test
    void allIsTakenAway() {
        String role = realm.role("cleared");
        realm.assign(role, "chief", "orders.view");

        HttpResponse<String> answer = realm.send("DELETE", "capabilities/roles/" + role, null);

        assertThat(AdminHttp.parse(answer.body()).get("removed").size()).isEqualTo(2);
        assertThat(realm.assigned(role)).isEmpty();
    }

    @Test
    void anExpandedRoleSaysThroughWhichSets() {
        String role = realm.role("expanded");
        realm.assign(role, "chief", "stock.view");

        JsonNode capabilities = realm.get("/roles/" + role + "?expand=true").get("capabilities");

        assertThat(CapabilityRealm.names(capabilities))
                .containsExactly("chief", "clerk", "orders.edit", "orders.view", "stock.view");
        assertThat(capabilities.get(0).get("direct").asBoolean()).isTrue();
        assertThat(capabilities.get(1).get("direct").asBoolean()).isFalse();
        assertThat(capabilities.get(1).get("through").toString()).isEqualTo("[\"chief\"]");
        assertThat(capabilities.get(4).get("direct").asBoolean()).isTrue();
        assertThat(capabilities.get(4).get("through").toString()).isEqualTo("[\"chief\"]");
    }

    @Test
    void unknownNamesChangeNothingAndAreAllNamed() {
        String role = realm.role("strict");
        realm.assign(role, "orders.view");

        HttpResponse<String> answer =
                realm.send("PUT", "capabilities/roles/" + role, Map.of("set", List.of("nonsense", "clerk", "rubbish")));

        assertThat(answer.statusCode()).isEqualTo(400);
        JsonNode errors = AdminHttp.parse(answer.body()).get("errors");
        assertThat(errors).hasSize(2);
        assertThat(errors.get(0).get("field").asText()).isEqualTo("/set/0");
        assertThat(errors.get(1).get("field").asText()).isEqualTo("/set/2");
        assertThat(errors.get(1).at("/params/0").asText()).isEqualTo("unknown_capability");
        assertThat(realm.assigned(role)).containsExactly("orders.view");
    }

    @Test
    void unknownNamesArePassedOverIfTheCallerSaysSo() {
        String role = realm.role("lenient");

        HttpResponse<String> answer = realm.send(
                "PATCH", "capabilities/roles/" + role + "?strict=false", Map.of("add", List.of("nonsense", "clerk")));

        assertThat(AdminHttp.parse(answer.body()).get("unresolved").toString()).isEqualTo("[\"nonsense\"]");
        assertThat(realm.assigned(role)).containsExactly("clerk");
    }

    @Test
    void aChangeOfWhatIsNotThereAnyMoreIsRefused() {
        String role = realm.role("matched");
        realm.assign(role, "orders.view");
        String tag = tag(role);
        realm.assign(role, "orders.edit");

        HttpResponse<String> late = ifMatch(role, tag);
        HttpResponse<String> intime = ifMatch(role, tag(role));

        assertThat(late.statusCode()).isEqualTo(412);
        assertThat(intime.statusCode()).isEqualTo(200);
        assertThat(intime.headers().firstValue("ETag")).contains(tag(role));
        assertThat(realm.assigned(role)).containsExactly("clerk");
    }

    @Test
    void theTagStaysAsLongAsNothingChanges() {
        String role = realm.role("tagged");
        String none = tag(role);
        realm.assign(role, "orders.view");
        String some = tag(role);
        realm.assign(role, "orders.view");

        assertThat(some).isNotEqualTo(none).isEqualTo(tag(role));
        assertThat(realm.admin()
                        .send("GET", realm.path("capabilities/roles/" + role), Map.of("If-None-Match", some), null)
                        .statusCode())
                .isEqualTo(304);
    }

    @Test
    void theTagFollowsWhatTheAnswerShows() {
        realm.source("shown", List.of("shown.view"), Map.of());
        String role = realm.role("shown");
        realm.assign(role, "shown.view");
        String path = realm.path("capabilities/roles/" + role);
        String tag = tag(role);
        String expanded = realm.admin()
                .send("GET", path + "?expand=true", null)
                .headers()
                .firstValue("ETag")
                .orElseThrow();

        realm.source("shown", Map.of("capabilities", List.of(Map.of("name", "shown.view", "resource", "other"))));

        assertThat(expanded).isNotEqualTo(tag);
        assertThat(realm.admin()
                        .send("GET", path, Map.of("If-None-Match", tag), null)
                        .statusCode())
                .isEqualTo(200);
        assertThat(ifMatch(role, tag).statusCode()).isEqualTo(200);
        assertThat(ifMatch(role, tag).statusCode()).isEqualTo(412);
    }

    private static String tag(String role) {
        return realm.send("GET", "capabilities/roles/" + role, null)
                .headers()
                .firstValue("ETag")
                .orElseThrow();
    }

    private static HttpResponse<String> ifMatch(String role, String tag) {
        return realm.admin()
                .send(
                        "PUT",
                        realm.path("capabilities/roles/" + role),
                        Map.of("If-Match", tag),
                        Map.of("set", List.of("clerk")));
    }

    @Test
    void manyRolesChangeInOneCall() {
        String first = realm.role("batch-1");
        String second = realm.role("batch-2");
        realm.assign(second, "orders.view");

        HttpResponse<String> answer = realm.send(
                "POST",
                "capabilities/roles:batch",
                Map.of(
                        "changes",
                        List.of(
                                Map.of("id", first, "set", List.of("clerk")),
                                Map.of("role", "batch-2", "add", List.of("chief"), "remove", List.of("orders.view")))));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(realm.assigned(first)).containsExactly("clerk");
        assertThat(realm.assigned(second)).containsExactly("chief");
    }

    @Test
    void aFaultInOneRoleLeavesAllOfThemAsTheyWere() {
        String first = realm.role("batch-3");
        String second = realm.role("batch-4");

        HttpResponse<String> answer = realm.send(
                "POST",
                "capabilities/roles:batch",
                Map.of(
                        "changes",
                        List.of(
                                Map.of("id", first, "set", List.of("clerk")),
                                Map.of("id", second, "add", List.of("nonsense")))));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(AdminHttp.parse(answer.body()).get("field").asText()).isEqualTo("/changes/1/add/0");
        assertThat(realm.assigned(first)).isEmpty();
    }

    @Test
    void aUserHasWhatHisRolesGiveAndWhatIsHisOwn() {
        String role = realm.role("giving");
        realm.assign(role, "clerk");
        String user = realm.user("ursula", "giving");
        realm.send("PUT", "capabilities/users/" + user, Map.of("set", List.of("orders.delete")));

        assertThat(realm.effective(user)).containsExactly("clerk", "orders.delete", "orders.view", "stock.view");
        assertThat(realm.decide("ursula", "orders", "view")).isTrue();
        assertThat(realm.decide("ursula", "orders", "delete")).isTrue();
        assertThat(realm.decide("ursula", "orders", "edit")).isFalse();
    }
}
