// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.hibernate.dialect.DatabaseVersion;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.dialect.MariaDBDialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.exception.internal.SQLExceptionTypeDelegate;
import org.hibernate.exception.internal.SQLStateConversionDelegate;
import org.hibernate.exception.internal.StandardSQLExceptionConverter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.keycloak.models.ModelDuplicateException;

/** Exceptions of databases, both as the driver throws them and as the vendor's dialect converts them to Hibernate's. */
class TransactionFailureTest {

    private enum Vendor {
        POSTGRESQL(new PostgreSQLDialect()),
        H2(new H2Dialect()),
        MARIADB(new MariaDBDialect(DatabaseVersion.make(11, 4))),
        MYSQL(new MySQLDialect(DatabaseVersion.make(8, 4)));

        private final Dialect dialect;

        Vendor(Dialect dialect) {
            this.dialect = dialect;
        }

        /** Converts an exception by the three delegates of a session factory, in the same order. */
        RuntimeException convert(SQLException sql) {
            return new StandardSQLExceptionConverter(
                            dialect.buildSQLExceptionConversionDelegate(),
                            new SQLExceptionTypeDelegate(dialect::getViolatedConstraintNameExtractor),
                            new SQLStateConversionDelegate(dialect::getViolatedConstraintNameExtractor))
                    .convert(sql, "could not execute batch", "insert");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, 40001,     0, CONTENTION, serialization failure",
        "POSTGRESQL, 40P01,     0, CONTENTION, deadlock",
        "POSTGRESQL, 55P03,     0, CONTENTION, lock not available",
        "H2,         40001, 40001, CONTENTION, deadlock",
        "H2,         HYT00, 50200, CONTENTION, lock timeout",
        "H2,         90131, 90131, CONTENTION, concurrent update",
        "MARIADB,    40001,  1213, CONTENTION, deadlock",
        "MARIADB,    HY000,  1205, CONTENTION, lock wait timeout",
        "MARIADB,    HY000,  1020, CONTENTION, record has changed since last read",
        "MYSQL,      40001,  1213, CONTENTION, deadlock",
        "MYSQL,      HY000,  1205, CONTENTION, lock wait timeout",
        "POSTGRESQL, 23505,     0, DATA,       duplicate",
        "POSTGRESQL, 22001,     0, DATA,       too long",
        "H2,         23505, 23505, DATA,       duplicate",
        "H2,         23513, 23513, DATA,       check",
        "H2,         22001, 22001, DATA,       too long",
        "MARIADB,    23000,  1062, DATA,       duplicate",
        "MARIADB,    23000,  4025, DATA,       check",
        "MARIADB,    22001,  1406, DATA,       too long",
        "MARIADB,    22007,  1366, DATA,       incorrect string",
        "MARIADB,    HY000,  1267, DATA,       illegal mix of collations",
        "MARIADB,    HY000,  1271, DATA,       illegal mix of collations",
        "MYSQL,      23000,  1062, DATA,       duplicate",
        "MYSQL,      HY000,  1366, DATA,       incorrect string",
        "MYSQL,      HY000,  3819, DATA,       check",
        "MYSQL,      HY000,  3988, DATA,       cannot convert string",
        "POSTGRESQL, 08006,     0, UNREACHABLE, connection lost",
        "POSTGRESQL, 57P01,     0, UNREACHABLE, shut down",
        "MARIADB,    08000,  1927, UNREACHABLE, connection killed",
        "POSTGRESQL, 53100,     0, FATAL,      disk full",
        "MARIADB,    HY000,  1114, FATAL,      table full",
        "MARIADB,    42000,  1142, FATAL,      denied"
    })
    void whatADatabaseSaysIsUnderstood(Vendor vendor, String state, int code, TransactionFailure expected) {
        SQLException sql = new SQLException("no value here", state, code);
        BatchUpdateException batch = new BatchUpdateException("no value here", state, code, new int[0], sql);

        assertThat(TransactionFailure.of(new IllegalStateException(vendor.convert(sql))))
                .as("as Hibernate puts it")
                .isEqualTo(expected);
        assertThat(TransactionFailure.of(vendor.convert(batch)))
                .as("as Hibernate puts it, of a batch")
                .isEqualTo(expected);
        assertThat(TransactionFailure.of(new IllegalStateException(batch)))
                .as("as the driver puts it")
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, 23505,     0, true",
        "H2,         23505, 23505, true",
        "MARIADB,    23000,  1062, true",
        "MYSQL,      23000,  1062, true",
        "POSTGRESQL, 23514,     0, false",
        "H2,         23513, 23513, false",
        "MARIADB,    23000,  4025, false"
    })
    void aDuplicateIsTold(Vendor vendor, String state, int code, boolean expected) {
        RuntimeException failure = vendor.convert(new SQLException("Duplicate entry 'secret'", state, code));

        assertThat(TransactionFailure.isDuplicate(new IllegalStateException(failure)))
                .isEqualTo(expected);
        assertThat(TransactionFailure.isDuplicate(new ModelDuplicateException("Duplicate resource error", failure)))
                .as("as Keycloak puts any violated constraint")
                .isEqualTo(expected);
        assertThat(TransactionFailure.describe(failure)).contains(state).doesNotContain("secret");
    }

    @Test
    void whatIsNoAnswerOfADatabaseIsUnderstood() {
        assertThat(TransactionFailure.of(new ModelDuplicateException("taken"))).isEqualTo(TransactionFailure.DATA);
        assertThat(TransactionFailure.isDuplicate(new ModelDuplicateException("taken")))
                .isTrue();
        assertThat(TransactionFailure.of(new IllegalStateException(new SQLTransientConnectionException("pool"))))
                .isEqualTo(TransactionFailure.UNREACHABLE);
        assertThat(TransactionFailure.of(
                        new IllegalStateException(new SQLException("Acquisition timeout while waiting"))))
                .isEqualTo(TransactionFailure.UNREACHABLE);
        assertThat(TransactionFailure.of(new OutOfMemoryError())).isEqualTo(TransactionFailure.FATAL);
        assertThat(TransactionFailure.of(new NullPointerException())).isEqualTo(TransactionFailure.UNKNOWN);
        assertThat(TransactionFailure.of(new IllegalStateException(new StackOverflowError())))
                .isEqualTo(TransactionFailure.UNKNOWN);
    }

    @Test
    void anExceptionMaySayItself() {
        class Busy extends RuntimeException implements TransactionFailure.Known {
            private static final long serialVersionUID = 1L;

            @Override
            public TransactionFailure failure() {
                return TransactionFailure.UNREACHABLE;
            }
        }
        assertThat(TransactionFailure.of(new IllegalStateException(new Busy())))
                .isEqualTo(TransactionFailure.UNREACHABLE);
    }
}
