// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.grants;

/** Rights that the Admin API requires before it adds a row. A column holds the id of the object of the right. */
enum Right {
    /** No right: the import of the object has checked it already, or the row grants nothing. */
    PART,
    /** Never granted: no object has such rows. */
    NONE,
    ADD_USER,
    MANAGE_USER,
    MANAGE_USER_OF_CONSENT,
    MAP_ROLES_TO_USER,
    /** Membership in a group of the realm, an organization or a department. The row names user and group. */
    MEMBERSHIP,
    /** The column has the id of a user or a role, depending on the type. */
    ASSIGN_CAPABILITIES,
    MANAGE_GROUP,
    MAP_ROLE,
    SCOPE_ROLE,
    COMPOSE_ROLE,
    MANAGE_ROLE,
    /** For parts that can also come with a new client. */
    ADD_OR_MANAGE_CLIENT,
    MANAGE_CLIENT,
    MANAGE_CLIENT_SCOPES,
    MANAGE_IDENTITY_PROVIDERS,
    MANAGE_REALM,
    /** For the resource server itself, which comes with a new client. */
    ADD_OR_MANAGE_SERVER,
    MANAGE_SERVER,
    MANAGE_SERVER_OF_POLICY,
    MANAGE_SERVER_OF_RESOURCE
}
