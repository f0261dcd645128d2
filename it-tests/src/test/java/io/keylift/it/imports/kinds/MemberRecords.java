// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Users, organizations and departments for member records, and the calls that add members. */
final class MemberRecords {

    /** How many users of the names {@code member-0}, {@code member-1}, … there are, beside those of the examples. */
    private static final int USERS = 60;

    private MemberRecords() {}

    static void prepare(TwinRealm realm) {
        realm.withOrganizations("acme", "globex");
        realm.demandNothingOfNewUsers();
        List<Map<String, Object>> users = new ArrayList<>();
        for (int i : IntStream.concat(IntStream.range(0, USERS), IntStream.range(100, 106))
                .toArray()) {
            users.add(Map.of("username", "member-" + i, "email", "member-" + i + "@example.org", "enabled", true));
        }
        realm.admin().post(realm.path("partialImport"), Map.of("ifResourceExists", "SKIP", "users", users));
        for (String organization : List.of("acme", "globex")) {
            String groups = "organizations/" + realm.organizationId(organization) + "/groups";
            GroupCalls calls = new GroupCalls(realm, groups);
            for (String path : List.of("/sales", "/sales/emea", "/support")) {
                calls.create(AdminHttp.JSON.valueToTree(Map.of("path", path)));
            }
        }
    }

    /** Id of the user, however the record names the user; an unused one if there is no such user. */
    static String userId(TwinRealm realm, JsonNode record) {
        if (record.hasNonNull("userId")) {
            return record.get("userId").asText();
        }
        String field = record.hasNonNull("username") ? "username" : "email";
        JsonNode found = realm.admin()
                .get(realm.path("users?exact=true&" + field + "="
                        + TwinRealm.encoded(record.path(field).asText())));
        return found.at("/0/id").asText("nobody");
    }

    /** Adds users of these names and numbers, as far as there are none. */
    static void addUsers(TwinRealm realm, String name, int first, int count) {
        StringBuilder lines = new StringBuilder();
        for (int i = first; i < first + count; i++) {
            lines.append("{\"username\":\"%s%d\",\"email\":\"%s%d@example.org\"}\n".formatted(name, i, name, i));
        }
        try {
            realm.admin().stream(
                    realm.path("bulk-import/users?ifExists=skip&results=summary"),
                    "application/x-ndjson",
                    out -> out.write(lines.toString().getBytes(StandardCharsets.UTF_8)),
                    line -> {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static HttpResponse<String> join(TwinRealm realm, JsonNode record) {
        return realm.admin().send("POST", realm.path(organization(realm, record) + "/members"), userId(realm, record));
    }

    static HttpResponse<String> leave(TwinRealm realm, JsonNode record) {
        String members = organization(realm, record) + "/members/";
        return realm.admin().send("DELETE", realm.path(members + userId(realm, record)), null);
    }

    static AdminApiPaths views(TwinRealm realm, JsonNode record) {
        String organization = organization(realm, record);
        String user = userId(realm, record);
        return AdminApiPaths.of(realm, organization + "/members?max=1000", organization + "/members/count")
                .and(organization + "/members/" + user)
                .andUser(user);
    }

    static String organization(TwinRealm realm, JsonNode record) {
        String name = record.path("organization").asText();
        String id = realm.organizationId(name);
        return "organizations/" + (id.isEmpty() ? name : id);
    }
}
