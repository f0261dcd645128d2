// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.EntityTransaction;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import liquibase.Contexts;
import liquibase.Liquibase;
import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.ClassLoaderResourceAccessor;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.hibernate.resource.jdbc.spi.StatementInspector;

/** A database of its own, in memory, with the tables our changelog makes; remembers the statements Hibernate sent. */
final class LedgerDatabase implements AutoCloseable {

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000";
    private final List<String> statements = new CopyOnWriteArrayList<>();
    private final EntityManagerFactory factory;

    LedgerDatabase() {
        migrate();
        StatementInspector recorder = sql -> {
            statements.add(sql);
            return sql;
        };
        factory = new HibernatePersistenceConfiguration("ledger")
                .managedClasses(new KeyliftJpaEntityProvider().getEntities())
                .jdbcUrl(url)
                .property(JdbcSettings.STATEMENT_INSPECTOR, recorder)
                .createEntityManagerFactory();
    }

    String url() {
        return url;
    }

    void migrate() {
        try (Connection connection = connect()) {
            migrate(connection);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static void migrate(Connection connection) throws Exception {
        Database database =
                DatabaseFactory.getInstance().findCorrectDatabaseImplementation(new JdbcConnection(connection));
        ClassLoaderResourceAccessor resources = new ClassLoaderResourceAccessor(LedgerDatabase.class.getClassLoader());
        new Liquibase(KeyliftJpaEntityProvider.CHANGELOG, resources, database).update(new Contexts());
    }

    Connection connect() throws Exception {
        return DriverManager.getConnection(url);
    }

    EntityManager entityManager() {
        return factory.createEntityManager();
    }

    <T> T get(Function<EntityManager, T> work) {
        try (EntityManager em = entityManager()) {
            EntityTransaction transaction = em.getTransaction();
            transaction.begin();
            try {
                T result = work.apply(em);
                transaction.commit();
                return result;
            } finally {
                if (transaction.isActive()) {
                    transaction.rollback();
                }
            }
        }
    }

    void run(Consumer<EntityManager> work) {
        get(em -> {
            work.accept(em);
            return null;
        });
    }

    /** The statements sent while {@code work} runs in a transaction of its own. */
    List<String> statementsOf(Consumer<EntityManager> work) {
        statements.clear();
        run(work);
        return new ArrayList<>(statements);
    }

    long count(String table) {
        return get(em ->
                ((Number) em.createNativeQuery("select count(*) from " + table).getSingleResult()).longValue());
    }

    void sql(String statement, Object... parameters) {
        run(em -> {
            var query = em.createNativeQuery(statement);
            for (int i = 0; i < parameters.length; i++) {
                query.setParameter(i + 1, parameters[i]);
            }
            query.executeUpdate();
        });
    }

    @Override
    public void close() {
        factory.close();
        try (Connection connection = connect()) {
            connection.createStatement().execute("shutdown");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
