// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

/** Restricts a query for rows that it names by another column, such as the id, to those of a realm. */
public final class RealmFilter {

    private RealmFilter() {}

    /**
     * A JPQL condition that compares the realm of {@code alias} with parameter {@code :realm}.
     *
     * <p>It is an expression that no index has. With the plain column, PostgreSQL may choose an index on the realm
     * where the statistics say little of a table, and read all rows of the realm instead of the few that the query
     * names.
     */
    public static String of(String alias) {
        return "concat(" + alias + ".realmId, '') = :realm";
    }
}
