// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

/**
 * The object of Keycloak that is removed or changed with an object of a kind. Mirrors and undos decide by it, for all
 * kinds alike, which objects they never remove.
 *
 * @param id id of the user, group, role, client, client scope or organization
 */
public record RemovalTarget(Type type, String id) {

    /** Type of a target, and what happens to it. */
    public enum Type {
        /** A user is removed. */
        USER,
        /** A user stays and loses a part, such as a role or a membership. */
        OF_USER,
        /** A group or department is removed, with its whole subtree. */
        GROUP,
        /** A group or department stays and loses a part, such as a role. */
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
