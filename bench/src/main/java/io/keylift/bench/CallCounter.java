// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.sql.SQLException;

/** Counts the calls of a server to its database. */
@FunctionalInterface
interface CallCounter {

    /** Counts nothing. */
    CallCounter NONE = () -> null;

    /** The calls until now; {@code null} if they are not counted. */
    DatabaseCalls read() throws SQLException;
}
