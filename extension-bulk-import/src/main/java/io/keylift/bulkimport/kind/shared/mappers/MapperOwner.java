// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.mappers;

/** Type of the object that a protocol mapper belongs to. */
public enum MapperOwner {
    CLIENT("client", "client id", 1),
    CLIENT_SCOPE("clientScope", "client scope", 2);

    /** Type of the key of the owner's records. */
    public final String keyType;

    /** Property of the mapper's entity. */
    final String property;

    /** Position of the owner's id in a row of {@link MapperIds}; its key is two columns further. */
    final int column;

    MapperOwner(String property, String keyType, int column) {
        this.property = property;
        this.keyType = keyType;
        this.column = column;
    }
}
