// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** What capabilities are, and what Keycloak sees of them. */
package io.keylift.capability;
