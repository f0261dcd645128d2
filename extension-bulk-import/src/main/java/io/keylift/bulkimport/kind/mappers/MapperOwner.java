// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.mappers;

/** Type of the object that a protocol mapper belongs to. */
public enum MapperOwner {
    CLIENT("client", 1),
    CLIENT_SCOPE("clientScope", 2);

    /** Property of the mapper's entity. */
    final String property;

    /** Position of the owner's id in a row of {@link MapperIds}. */
    final int column;

    MapperOwner(String property, int column) {
        this.property = property;
        this.column = column;
    }
}
