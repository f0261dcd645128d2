// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.grants;

/** Rights that the Admin API asks for before it makes a row. Columns hold the ids of what the right is about. */
enum Right {
    /** Nothing: the row is a part of an object whose import asks for it, or gives nobody anything. */
    PART,
    /** Never granted: no object has such rows. */
    NONE,
    ADD_USER,
    MANAGE_USER,
    MANAGE_USER_OF_CONSENT,
    MAP_ROLES_TO_USER,
    /** Of a group of the realm, an organization or a department; names both. */
    MEMBERSHIP,
    /** The column has the id of a user or a role, depending on the type. */
    ASSIGN_CAPABILITIES,
    MANAGE_GROUP,
    MAP_ROLE,
    SCOPE_ROLE,
    COMPOSE_ROLE,
    MANAGE_ROLE,
    /** For what comes with a new client, too. */
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
