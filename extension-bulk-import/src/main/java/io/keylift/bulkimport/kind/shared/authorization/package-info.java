// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** What the kinds of Keycloak's Authorization Services have in common. */
package io.keylift.bulkimport.kind.shared.authorization;
