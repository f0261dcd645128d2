// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import java.util.BitSet;
import java.util.List;
import java.util.function.Function;

/** Rows that a caller may give back. */
@FunctionalInterface
public interface RowGrants {

    /**
     * Which rows stay away. Called for the rows of a table when everything is there to which they refer.
     *
     * @param table in capitals
     * @param rows values of each row by the names of columns, in capitals; {@code null} for none
     * @return the places of these rows in the list
     */
    BitSet refused(String table, List<Function<String, String>> rows);

    /** Everything may be given back. */
    static RowGrants all() {
        return (table, rows) -> new BitSet();
    }
}
