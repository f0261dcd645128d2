// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

/**
 * What is removed or changed with an object. A mirror decides by it which objects it never removes, for all kinds
 * alike.
 *
 * @param id id of the user, group, role, client, client scope or organization
 */
public record RemovalTarget(Type type, String id) {

    /** Types of targets. */
    public enum Type {
        /** A user is removed. */
        USER,
        /** A user stays, and loses a role, a membership or the like. */
        OF_USER,
        /** A group or department is removed, with all below it. */
        GROUP,
        /** A group or department stays, and loses a role or the like. */
        OF_GROUP,
        ROLE,
        CLIENT,
        CLIENT_SCOPE,
        /** An organization is removed, with its managed members. */
        ORGANIZATION
    }

    /** Row of the user, group, role, client, client scope or organization. */
    public RowReference row() {
        return new RowReference(
                switch (type) {
                    case USER, OF_USER -> "USER_ENTITY";
                    case GROUP, OF_GROUP -> "KEYCLOAK_GROUP";
                    case ROLE -> "KEYCLOAK_ROLE";
                    case CLIENT -> "CLIENT";
                    case CLIENT_SCOPE -> "CLIENT_SCOPE";
                    case ORGANIZATION -> "ORG";
                },
                id);
    }
}
