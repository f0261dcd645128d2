// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.startup;

import java.util.Set;

/** The databases that the import supports, by the product names of their drivers. */
final class Databases {

    static final String POSTGRESQL = "PostgreSQL";

    private static final Set<String> MYSQL_LIKE = Set.of("MariaDB", "MySQL");

    private Databases() {}

    static boolean isMySqlLike(String name) {
        return MYSQL_LIKE.contains(name);
    }

    static boolean isKnown(String name) {
        return POSTGRESQL.equals(name) || isMySqlLike(name) || "H2".equals(name);
    }
}
