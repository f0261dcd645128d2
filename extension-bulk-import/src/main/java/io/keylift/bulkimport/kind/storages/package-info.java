// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The user storages of a realm: LDAP and others that Keycloak has users from. */
package io.keylift.bulkimport.kind.storages;
