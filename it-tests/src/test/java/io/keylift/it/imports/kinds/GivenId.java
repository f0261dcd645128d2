// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * An id that a record gives.
 *
 * @param object pointer to the object of the record that has the id; empty for the record itself
 * @param name name of the field
 * @param table table whose rows have the id
 */
public record GivenId(String object, String name, String table) {

    /** The id of the record's own object. */
    public static GivenId own(String table) {
        return new GivenId("", "id", table);
    }

    /** Column of the table. */
    public String column() {
        return name.equals("internalId") ? "internal_id" : "id";
    }

    /** Gives the record this id. */
    public void set(ObjectNode record, String id) {
        ObjectNode owner = object.isEmpty() ? record : (ObjectNode) record.at(object);
        owner.put(name, id);
    }
}
