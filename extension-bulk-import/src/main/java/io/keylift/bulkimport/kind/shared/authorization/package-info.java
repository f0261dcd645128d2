// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Shared parts of the kinds of Keycloak's Authorization Services. */
package io.keylift.bulkimport.kind.shared.authorization;
