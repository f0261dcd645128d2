// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.mappers;

/** What a protocol mapper belongs to. */
public enum MapperOwner {
    CLIENT("client", 1),
    CLIENT_SCOPE("clientScope", 2);

    /** Property of the mapper's entity. */
    final String property;

    /** Place of its id in a row of {@link MapperIds}. */
    final int column;

    MapperOwner(String property, int column) {
        this.property = property;
        this.column = column;
    }
}
