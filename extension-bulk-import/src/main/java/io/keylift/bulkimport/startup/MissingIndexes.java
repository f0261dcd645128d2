// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.startup;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The indexes that Keylift's changelog creates on Keycloak's tables. Keycloak can skip indexes on large tables: it then
 * marks the change as done and never creates them.
 */
final class MissingIndexes {

    /** In the order of the changelog. */
    private static final List<Index> INDEXES = List.of(
            new Index("KEYLIFT_IDX_ORG_DOMAIN_NAME", "ORG_DOMAIN", "NAME"),
            new Index("KEYLIFT_IDX_RESOURCE_OWNER", "RESOURCE_SERVER_RESOURCE", "OWNER"),
            new Index("KEYLIFT_IDX_TICKET_RESOURCE", "RESOURCE_SERVER_PERM_TICKET", "RESOURCE_ID"),
            new Index("KEYLIFT_IDX_TICKET_POLICY", "RESOURCE_SERVER_PERM_TICKET", "POLICY_ID"),
            new Index("KEYLIFT_IDX_RESOURCE_ATTRIBUTE", "RESOURCE_ATTRIBUTE", "RESOURCE_ID"),
            new Index("KEYLIFT_IDX_IDP_MAPPER_ALIAS", "IDENTITY_PROVIDER_MAPPER", "IDP_ALIAS"));

    /** An index on one column. */
    record Index(String name, String table, String column) {

        /** Such as {@code ORG_DOMAIN(NAME)}. */
        String place() {
            return table + "(" + column + ")";
        }

        /** @param schema schema of the table, or {@code null} for the connection's schema */
        String sql(boolean concurrently, String schema) {
            return "CREATE INDEX " + (concurrently ? "CONCURRENTLY " : "") + name + " ON "
                    + (schema == null ? "" : schema + ".") + table + " (" + column + ")";
        }
    }

    private MissingIndexes() {}

    /** @param schema value of {@code --db-schema}, or {@code null} */
    static List<Index> in(Connection connection, String schema) throws SQLException {
        TableMetadata tables = new TableMetadata(connection, schema);
        List<Index> missing = new ArrayList<>();
        for (Index index : INDEXES) {
            if (!tables.indexedColumns(index.table()).contains(index.column())) {
                missing.add(index);
            }
        }
        return missing;
    }
}
