// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.EmbeddedDatabase;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The rows of a realm as Keycloak has just made it. Written again with other ids and another name, they are another
 * such realm, made in less than half the time.
 *
 * @param name of the realm; values that contain it are derived from it
 * @param rows the rows of each table as a JSON array
 * @param ids of the objects that these rows are
 */
record RealmTemplate(String name, Map<String, String> rows, Set<String> ids) {

    private static final String UUIDS = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

    static RealmTemplate of(EmbeddedDatabase database, String name) {
        Map<String, String> texts = new LinkedHashMap<>();
        Set<String> ids = new HashSet<>();
        RealmRows.withAdministration(database, name).rows().forEach((table, rows) -> {
            if (!rows.isEmpty()) {
                texts.put(table, json(rows));
                rows.forEach(row -> ids.add((String) row.getOrDefault("id", row.get("internal_id"))));
            }
        });
        // Of tables without ids.
        ids.remove(null);
        return new RealmTemplate(name, texts, ids);
    }

    private static String json(List<Map<String, Object>> rows) {
        try {
            return AdminHttp.JSON.writeValueAsString(rows);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes another such realm.
     *
     * @param admin an administrator of realm {@code master}, who may then administer that realm, too
     */
    void copy(EmbeddedDatabase database, AdminHttp admin, String realm) {
        Map<String, String> replacements = new HashMap<>();
        replacements.put(name, realm);
        ids.forEach(id -> replacements.put(id, UUID.randomUUID().toString()));
        Pattern replaced = Pattern.compile(UUIDS + "|" + Pattern.quote(name));
        try (Sql sql = new Sql(database)) {
            sql.begin();
            // No foreign keys are checked, so that tables need no order.
            sql.unprepared("set local session_replication_role = replica");
            rows.forEach((table, json) -> sql.execute(
                    "insert into " + table + " select * from json_populate_recordset(null::" + table + ", ?::json)",
                    replaced.matcher(json)
                            .replaceAll(found -> replacements.getOrDefault(found.group(), found.group()))));
            sql.commit();
        }
        // It knows the roles of the administrator, who has more now.
        admin.post("/admin/realms/master/clear-realm-cache", Map.of());
    }
}
