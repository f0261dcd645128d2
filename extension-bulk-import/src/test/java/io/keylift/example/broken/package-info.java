// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Documents and archives of realms with something wrong in them, by a seed. Unit tests read them, and integration tests
 * send them to a server. So this package knows nothing but Java's own library.
 */
package io.keylift.example.broken;
