// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.Proxies;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On a database in memory. */
class RowCountsTest {

    private static final String INSERT = "insert into t values (?)";
    private static final String SELECT = "select id from t order by id";

    private final List<String> told = new ArrayList<>();
    private Connection connection;

    @BeforeEach
    void table() throws SQLException {
        Connection original = DriverManager.getConnection("jdbc:h2:mem:");
        original.createStatement().execute("create table t (id int primary key)");
        connection = counting(original);
    }

    private Connection counting(Connection original) {
        return new RowCounts((sql, rows) -> told.add(rows + ": " + sql), new FailSafe("rows")).of(original);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void rowsAreCountedToTheEndOfTheResult() throws SQLException {
        insert(3);
        told.clear();

        try (PreparedStatement statement = connection.prepareStatement(SELECT);
                ResultSet result = statement.executeQuery()) {
            assertThat(result.getStatement()).isSameAs(statement);
            for (int id = 0; id < 3; id++) {
                assertThat(result.next()).isTrue();
                assertThat(result.getInt("id")).isEqualTo(id);
            }
            assertThat(told).isEmpty();
            assertThat(result.next()).isFalse();
            assertThat(told).containsExactly("3: " + SELECT);
        }
        assertThat(told).containsExactly("3: " + SELECT);
    }

    @Test
    void rowsThatNobodyReadsAreNotCounted() throws SQLException {
        insert(3);
        told.clear();

        try (PreparedStatement statement = connection.prepareStatement(SELECT)) {
            assertThat(statement.execute()).isTrue();
            try (ResultSet result = statement.getResultSet()) {
                assertThat(result.next()).isTrue();
            }
        }

        assertThat(told).containsExactly("1: " + SELECT);
    }

    @Test
    void aResultWithoutRowsHasNone() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SELECT);
                ResultSet result = statement.executeQuery()) {
            assertThat(result.next()).isFalse();
        }

        assertThat(told).containsExactly("0: " + SELECT);
    }

    @Test
    void changedRowsAreCounted() throws SQLException {
        insert(3);
        String update = "update t set id = id + 10 where id > ?";
        try (PreparedStatement statement = connection.prepareStatement(update)) {
            statement.setInt(1, 0);
            assertThat(statement.executeUpdate()).isEqualTo(2);
        }

        assertThat(told).containsExactly("3: " + INSERT, "2: " + update);
    }

    /** PostgreSQL's driver rewrites a batch to one statement, and knows only that it has succeeded. */
    @Test
    void anElementOfABatchThatTheDriverDoesNotCountIsARow() throws SQLException {
        int[] counts = {Statement.SUCCESS_NO_INFO, Statement.SUCCESS_NO_INFO, Statement.EXECUTE_FAILED, 5};
        PreparedStatement batch = Proxies.of(PreparedStatement.class, (proxy, method, arguments) -> counts);
        Connection driver = Proxies.of(Connection.class, (proxy, method, arguments) -> batch);

        counting(driver).prepareStatement(INSERT).executeBatch();

        assertThat(told).containsExactly("7: " + INSERT);
    }

    @Test
    void aStatementThatFailsThrowsItsOwnExceptionAndHasNoRows() throws SQLException {
        insert(1);
        told.clear();

        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setInt(1, 0);
            assertThatThrownBy(statement::executeUpdate).isInstanceOf(SQLException.class);
        }

        assertThat(told).isEmpty();
    }

    /** Code asks for the driver's connection, and keeps statements in sets. */
    @Test
    void theRestIsThatOfTheOriginal() throws SQLException {
        assertThat(connection.unwrap(JdbcConnection.class)).isNotNull();
        try (PreparedStatement statement = connection.prepareStatement(SELECT);
                PreparedStatement another = connection.prepareStatement(SELECT)) {
            assertThat(new HashSet<>(List.of(statement, another))).hasSize(2).contains(statement, another);
        }
    }

    private void insert(int rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            for (int id = 0; id < rows; id++) {
                statement.setInt(1, id);
                statement.addBatch();
            }
            assertThat(statement.executeBatch()).hasSize(rows);
        }
    }
}
