// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Times the database: waits for connections, statements, commits, and the use of connections. */
package io.keylift.metrics.database;
