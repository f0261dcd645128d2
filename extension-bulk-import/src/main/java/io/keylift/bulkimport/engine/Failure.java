// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import org.hibernate.exception.JDBCConnectionException;
import org.keycloak.models.ModelDuplicateException;

/** What the failure of a chunk's transaction says about what to do next. SQLSTATE classes are those of ISO/IEC 9075. */
enum Failure {
    /** Another transaction was in the way: the same chunk again will do. */
    CONTENTION,
    /** The database cannot be reached: wait for it. */
    UNREACHABLE,
    /** Something in the data: find the guilty records. */
    DATA,
    /** The import cannot go on. */
    FATAL;

    /** Serialization failure, deadlock, lock not available, query cancelled by a conflict with recovery. */
    private static final Set<String> CONTENTION_STATES = Set.of("40001", "40P01", "55P03", "41000");

    static Failure of(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof Caller.CallerGoneException
                    || cause instanceof ImportSessions.RealmGoneException
                    || cause instanceof Error) {
                return FATAL;
            }
            if (cause instanceof JDBCConnectionException
                    || cause instanceof SQLTransientConnectionException
                    || cause instanceof SQLNonTransientConnectionException
                    || cause instanceof SQLRecoverableException) {
                return UNREACHABLE;
            }
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                return ofState(sql.getSQLState());
            }
            if (cause instanceof SQLException && isAcquisitionTimeout(cause)) {
                return UNREACHABLE;
            }
            if (cause instanceof ModelDuplicateException) {
                return DATA;
            }
        }
        return DATA;
    }

    private static Failure ofState(String state) {
        if (CONTENTION_STATES.contains(state)) {
            return CONTENTION;
        }
        return switch (state.substring(0, Math.min(2, state.length()))) {
            case "22", "23" -> DATA;
            case "08", "57" -> UNREACHABLE;
            default -> FATAL;
        };
    }

    /** Agroal's exception when the pool is exhausted has no SQLSTATE. */
    private static boolean isAcquisitionTimeout(Throwable cause) {
        return cause.getMessage() != null && cause.getMessage().contains("Acquisition timeout");
    }

    /** Sentence for a person that repeats no value of a record: drivers put values into their messages. */
    static String describe(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                return "The database refused the record (SQLSTATE " + sql.getSQLState() + ")";
            }
        }
        return "The record could not be written; the server's log says why";
    }
}
