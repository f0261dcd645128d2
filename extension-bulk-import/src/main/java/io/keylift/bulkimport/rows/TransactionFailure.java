// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import org.hibernate.PessimisticLockException;
import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.exception.ConstraintViolationException.ConstraintKind;
import org.hibernate.exception.DataException;
import org.hibernate.exception.JDBCConnectionException;
import org.hibernate.exception.SnapshotIsolationException;
import org.hibernate.exception.TransactionSerializationException;
import org.keycloak.models.ModelDuplicateException;

/** Class of a transaction's failure, which decides about a retry. SQLSTATE classes are from ISO/IEC 9075. */
public enum TransactionFailure {
    /** Another transaction interfered: retry the chunk unchanged. */
    CONTENTION,
    /** The database, or a user storage, cannot be reached: wait for it. */
    UNREACHABLE,
    /** A record's data is the cause: find the guilty records. */
    DATA,
    /** The cause may be the data or the environment: retries show which. */
    UNKNOWN,
    /** A retry cannot succeed. */
    FATAL;

    /**
     * Serialization failure, deadlock, lock not available, query cancelled by a conflict with recovery; H2's lock
     * timeout and concurrent update.
     */
    private static final Set<String> CONTENTION_STATES = Set.of("40001", "40P01", "55P03", "41000", "HYT00", "90131");

    /** Error codes of MariaDB and MySQL with a general SQLSTATE: a changed record, a lock timeout. */
    private static final Set<Integer> CONTENTION_CODES = Set.of(1020, 1205);

    /**
     * Error codes of MariaDB and MySQL: characters that a column's character set does not have, compared with or stored
     * in it; a value that violates a check constraint.
     */
    private static final Set<Integer> DATA_CODES = Set.of(1267, 1270, 1271, 1366, 3819, 3988);

    private static final String GENERAL_ERROR = "HY000";

    /** An exception that knows its failure. */
    public interface Known {

        TransactionFailure failure();
    }

    public static TransactionFailure of(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof Known known) {
                return known.failure();
            }
            if (cause instanceof Error && !(cause instanceof StackOverflowError)) {
                return FATAL;
            }
            if (cause instanceof JDBCConnectionException
                    || cause instanceof SQLTransientConnectionException
                    || cause instanceof SQLNonTransientConnectionException
                    || cause instanceof SQLRecoverableException) {
                return UNREACHABLE;
            }
            // Hibernate's dialect recognizes vendor codes, many of which have no SQLSTATE of their own.
            if (cause instanceof PessimisticLockException
                    || cause instanceof SnapshotIsolationException
                    || cause instanceof TransactionSerializationException) {
                return CONTENTION;
            }
            if (cause instanceof ConstraintViolationException || cause instanceof DataException) {
                return DATA;
            }
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                return of(sql);
            }
            if (cause instanceof SQLException && isAcquisitionTimeout(cause)) {
                return UNREACHABLE;
            }
            if (cause instanceof ModelDuplicateException) {
                return DATA;
            }
        }
        return UNKNOWN;
    }

    private static TransactionFailure of(SQLException sql) {
        String state = sql.getSQLState();
        boolean general = state.equals(GENERAL_ERROR);
        if (CONTENTION_STATES.contains(state) || general && CONTENTION_CODES.contains(sql.getErrorCode())) {
            return CONTENTION;
        }
        if (general && DATA_CODES.contains(sql.getErrorCode())) {
            return DATA;
        }
        return switch (state.substring(0, Math.min(2, state.length()))) {
            case "22", "23" -> DATA;
            case "08", "57" -> UNREACHABLE;
            default -> FATAL;
        };
    }

    /** Whether a unique value is already taken. Keycloak's own exception claims this for any violated constraint. */
    public static boolean isDuplicate(Throwable thrown) {
        boolean duplicate = false;
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConstraintViolationException violation) {
                return violation.getKind() == ConstraintKind.UNIQUE;
            }
            duplicate |= cause instanceof ModelDuplicateException;
        }
        return duplicate;
    }

    /** Agroal's exception when the pool is exhausted has no SQLSTATE. */
    private static boolean isAcquisitionTimeout(Throwable cause) {
        return cause.getMessage() != null && cause.getMessage().contains("Acquisition timeout");
    }

    /** Message for people that repeats no value of a record, although messages of drivers do. */
    public static String describe(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                String what = isDuplicate(thrown)
                        ? "A row in the database already has a name or id of the record, or one that its collation"
                                + " treats as equal"
                        : "The database rejected the record";
                return what + " (SQLSTATE " + sql.getSQLState() + ")";
            }
        }
        return "The record cannot be written; the server's log has the cause";
    }
}
