// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The rows of Keycloak's tables that a caller could add by the Admin API, and those of Keylift's by an import. */
package io.keylift.bulkimport.kind.shared.grants;
