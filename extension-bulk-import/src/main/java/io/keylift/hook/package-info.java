// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The guard between Keycloak's requests and the code of ours that they call. */
package io.keylift.hook;
