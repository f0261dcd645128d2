// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import java.util.BitSet;
import java.util.List;
import java.util.function.Function;

/** Decides which rows a caller may restore. */
@FunctionalInterface
public interface RowGrants {

    /**
     * Finds the rows that the caller may not restore. Called for the rows of a table once all their references exist.
     *
     * @param table in capitals
     * @param rows values of each row by the names of columns, in capitals; {@code null} for none
     * @return the places of these rows in the list
     */
    BitSet refused(String table, List<Function<String, String>> rows);

    /** Grants all rows. */
    static RowGrants all() {
        return (table, rows) -> new BitSet();
    }
}
