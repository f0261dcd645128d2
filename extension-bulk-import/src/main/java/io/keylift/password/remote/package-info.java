// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Passwords that an old system verifies at the first sign-in of their users, and that Keycloak then hashes anew. */
package io.keylift.password.remote;
