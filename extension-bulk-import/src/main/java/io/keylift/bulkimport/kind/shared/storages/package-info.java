// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The user storages of a realm, such as LDAP, from which Keycloak gets users. */
package io.keylift.bulkimport.kind.shared.storages;
