// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.rows.LookupKey;

/** Unique keys of Keycloak's tables that several kinds look up. */
public final class KeycloakKeys {

    /** Selects id, username and email address of a user. */
    public static final LookupKey USERNAME = LookupKey.of(
                    "UserEntity", "USER_ENTITY", "id, username, email", "ID, USERNAME, EMAIL")
            .inRealm()
            .by("username", "USERNAME")
            .ordered();

    /** Selects internal id and client id of a client. */
    public static final LookupKey CLIENT_ID = LookupKey.of("ClientEntity", "CLIENT", "id, clientId", "ID, CLIENT_ID")
            .inRealm()
            .by("clientId", "CLIENT_ID")
            .ordered();

    /** Selects id and name of a client scope. */
    public static final LookupKey CLIENT_SCOPE_NAME = LookupKey.of(
                    "ClientScopeEntity", "CLIENT_SCOPE", "id, name", "ID, NAME")
            .inRealm()
            .by("name", "NAME")
            .ordered();

    private KeycloakKeys() {}
}
