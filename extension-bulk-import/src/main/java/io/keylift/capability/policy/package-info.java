// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Lets Keycloak's Authorization Services decide by capabilities. No other package refers to this one, because it
 * depends on an SPI that Keycloak may change.
 */
package io.keylift.capability.policy;
