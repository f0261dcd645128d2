// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Which rows of Keycloak's tables a caller could make by the Admin API, and which of Keylift's by an import. */
package io.keylift.bulkimport.kind.shared.grants;
