// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What requests spend on the database: waits for connections, statements, commits, and how long connections are held.
 */
package io.keylift.metrics.database;
