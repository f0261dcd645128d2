// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Password hashes of other systems, and the providers by which Keycloak verifies passwords against them. */
package io.keylift.password;
