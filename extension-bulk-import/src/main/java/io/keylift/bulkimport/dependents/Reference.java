// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

/**
 * A column whose values name rows of another table. All names are in capitals.
 *
 * @param table table with the column
 * @param parent table with the named rows
 * @param parentColumn column of that table with the same value
 * @param scope condition under which the value names a row
 * @param condition SQL condition on rows that have such a value, or {@code null}
 */
record Reference(String table, String column, String parent, String parentColumn, Scope scope, String condition) {

    /** Condition under which the value of a reference names a row. */
    enum Scope {
        /** It names a row in every case. */
        ALWAYS,
        /** It is unique in a realm only; both tables have a column {@code REALM_ID}. */
        REALM,
        /** The value need not name a row. */
        SOMETIMES
    }

    static Reference of(String column, String parent) {
        return of(column, parent, Scope.ALWAYS);
    }

    static Reference of(String column, String parent, Scope scope) {
        return of(column, parent, scope, null);
    }

    /** @param column such as {@code CLIENT.ID} */
    static Reference of(String column, String parent, Scope scope, String condition) {
        int dot = column.indexOf('.');
        int end = parent.indexOf('.');
        return new Reference(
                column.substring(0, dot),
                column.substring(dot + 1),
                parent.substring(0, end),
                parent.substring(end + 1),
                scope,
                condition);
    }
}
