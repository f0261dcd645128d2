// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Lets Keycloak's Authorization Services decide by capabilities. Nothing else knows this package, for it rests on an
 * SPI that Keycloak does not promise to keep.
 */
package io.keylift.capability.policy;
