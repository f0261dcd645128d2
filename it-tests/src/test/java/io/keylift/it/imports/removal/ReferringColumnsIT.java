// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.Sql;
import org.junit.jupiter.api.Test;

/**
 * Law 5 for tables that Keycloak adds: a removal of many objects together deletes the rows that refer to them by name
 * of their tables, so it must know each of these tables.
 */
@OnSharedServer
class ReferringColumnsIT {

    private static final String COLUMNS = """
            select c.conrelid::regclass::text || '.' || a.attname as referrer
            from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
            where c.contype = 'f' and c.confrelid = any (array['user_entity'::regclass, 'keycloak_group'::regclass,
                'keycloak_role'::regclass, 'org'::regclass])
            union
            select table_name || '.' || column_name from information_schema.columns
            where table_schema = 'public' and table_name not like 'keylift%' and column_name in
                ('user_id', 'group_id', 'parent_group', 'role_id', 'child_role', 'composite', 'org_id',
                'organization_id', 'resource_id')
            order by referrer""";

    @Test
    void law5_eachTableThatRefersToRemovedObjectsIsKnown(SharedServer server) {
        try (Sql sql = new Sql(server.database())) {
            assertThat(sql.strings(COLUMNS)).containsExactly("");
        }
    }
}
