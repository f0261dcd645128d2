// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The rows of a realm that an import can write. */
public record ImportedRows(Sql sql, String realm) {

    private static final List<String> OF_USERS = List.of(
            "user_attribute",
            "credential",
            "user_role_mapping",
            "user_group_membership",
            "user_required_action",
            "federated_identity");

    public long users() {
        return sql.number("select count(*) from user_entity where realm_id = " + realmId(), realm);
    }

    /** User names that begin so, in order. */
    public List<String> users(String prefix) {
        return sql.strings(
                "select username from user_entity where realm_id = " + realmId()
                        + " and username like ? order by username",
                realm,
                prefix + "%");
    }

    /** Ids by user name. */
    public Map<String, String> ids() {
        Map<String, String> ids = new LinkedHashMap<>();
        sql.rows("select username, id from user_entity where realm_id = " + realmId(), realm)
                .forEach(row -> ids.put(row.get(0), row.get(1)));
        return ids;
    }

    /** A picture of all rows, equal to another if not one of them differs. */
    public Map<String, String> picture() {
        Map<String, String> picture = new LinkedHashMap<>();
        picture.put("user_entity", digest("user_entity t where t.realm_id = " + realmId()));
        for (String table : OF_USERS) {
            picture.put(
                    table, digest(table + " t join user_entity u on u.id = t.user_id where u.realm_id = " + realmId()));
        }
        picture.put("org", digest("org t where t.realm_id = " + realmId()));
        picture.put("org_domain", digest("org_domain t join org o on o.id = t.org_id where o.realm_id = " + realmId()));
        picture.put("keycloak_group", digest("keycloak_group t where t.realm_id = " + realmId()));
        picture.put("admin_event_entity", digest("admin_event_entity t where t.realm_id = " + realmId()));
        return picture;
    }

    private String digest(String from) {
        return sql.rows("select count(*), md5(string_agg(t::text, '|' order by t::text)) from " + from, realm)
                .get(0)
                .toString();
    }

    private static String realmId() {
        return "(select id from realm where name = ?)";
    }
}
