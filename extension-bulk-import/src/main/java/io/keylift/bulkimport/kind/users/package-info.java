// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The kind {@code users}: whole people. The path of a chunk is {@link UsersImporter}'s: rules of the record and of the
 * realm's user profile, password hashing, set-based lookup of everything referred to, rows in batches, caches, events.
 */
package io.keylift.bulkimport.kind.users;
