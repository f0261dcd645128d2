// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

/** Restricts to a realm a query that already names its rows by another column, such as the id. */
public final class RealmFilter {

    private RealmFilter() {}

    /**
     * A JPQL condition that compares the realm of {@code alias} with parameter {@code :realm}.
     *
     * <p>The condition is an expression that no index covers. With the plain column, PostgreSQL may choose an index on
     * the realm if it has few statistics of a table, and read all rows of the realm instead of the few that the query
     * names.
     */
    public static String of(String alias) {
        return "concat(" + alias + ".realmId, '') = :realm";
    }
}
