// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.tenant.SampleCatalog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Keycloak's own substitute for capability sets: composite roles of a client, whose parts are the capabilities as roles
 * of that client.
 */
final class CompositeRoles {

    private CompositeRoles() {}

    /**
     * Creates the roles of these sets.
     *
     * @return names of the capabilities
     */
    static Set<String> create(AdminHttp admin, String realm, String client, SampleCatalog catalog, List<String> sets)
            throws IOException {
        Set<String> selected = new HashSet<>(sets);
        Set<String> capabilities = new TreeSet<>();
        List<Map<String, Object>> composites = new ArrayList<>();
        for (JsonNode set : catalog.sets()) {
            if (selected.contains(set.get("name").asText())) {
                List<String> members = new ArrayList<>();
                set.get("members").forEach(member -> members.add(member.asText()));
                capabilities.addAll(members);
                composites.add(Map.of(
                        "name",
                        set.get("name").asText(),
                        "client",
                        client,
                        "composites",
                        Map.of("client", Map.of(client, members))));
            }
        }
        List<Map<String, Object>> all = new ArrayList<>();
        capabilities.forEach(name -> all.add(Map.of("name", name, "client", client)));
        all.addAll(composites);
        create(admin, realm, all);
        return capabilities;
    }

    /** Creates roles, including those of clients, by the import. */
    static void create(AdminHttp admin, String realm, List<Map<String, Object>> roles) throws IOException {
        JsonNode end = admin.stream(
                "/admin/realms/" + realm + "/bulk-import/roles",
                "application/x-ndjson",
                out -> {
                    for (Map<String, Object> role : roles) {
                        out.write(AdminHttp.JSON.writeValueAsBytes(role));
                        out.write('\n');
                    }
                },
                line -> {});
        if (end.path("added").asInt() != roles.size()) {
            throw new IllegalStateException("Not everything was imported: " + end);
        }
    }
}
