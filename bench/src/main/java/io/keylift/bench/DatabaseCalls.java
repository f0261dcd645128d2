// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

/**
 * Calls of a server to its database.
 *
 * @param statements executed statements, of which a batch has several
 * @param roundTrips requests that waited for an answer
 */
record DatabaseCalls(long statements, long roundTrips) {

    DatabaseCalls since(DatabaseCalls before) {
        return new DatabaseCalls(statements - before.statements, roundTrips - before.roundTrips);
    }
}
