// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.startup;

import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.keycloak.common.Version;

/** Checks whether this Keycloak and its database support imports. */
public final class Suitability {

    /** Option that allows imports on an unsupported Keycloak version. */
    public static final String ALLOW_UNTESTED_KEYCLOAK = "allow-untested-keycloak";

    /** Unique indexes that tables of Keylift require in addition to their primary keys, by table. */
    private static final Map<String, String> UNIQUE =
            Map.of("KEYLIFT_IMPORT_JOB", "KEYLIFT_UK_IMPORT_JOB", "KEYLIFT_CAPABILITY", "KEYLIFT_UK_CAPABILITY");

    private final KnownKeycloak known;
    private final boolean allowUntested;

    /** @param allowUntested whether to accept an unsupported Keycloak version */
    public Suitability(boolean allowUntested) {
        this(KnownKeycloak.load(), allowUntested);
    }

    Suitability(KnownKeycloak known, boolean allowUntested) {
        this.known = known;
        this.allowUntested = allowUntested;
    }

    /** The reason why imports are refused; empty if they are allowed. */
    public Optional<Refusal> refusal(EntityManager em) {
        Session session = em.unwrap(Session.class);
        SessionFactoryImplementor factory = session.getSessionFactory().unwrap(SessionFactoryImplementor.class);
        Map<String, ? extends Set<String>> mapped = MappedTables.of(factory);
        Optional<Refusal> refusal = session.doReturningWork(connection ->
                database(connection, factory.getSessionFactoryOptions().getDefaultSchema(), mapped.keySet()));
        if (refusal.isEmpty() && !allowUntested) {
            refusal = keycloak(Version.VERSION, mapped);
        }
        return refusal;
    }

    private static Optional<Refusal> database(Connection connection, String schema, Iterable<String> tables)
            throws SQLException {
        TableMetadata database = new TableMetadata(connection, schema);
        String name = database.databaseName();
        if (!Databases.isKnown(name)) {
            return Optional.of(new Refusal(
                    "untested_database",
                    "Imports are not supported on " + name
                            + "; use PostgreSQL, MariaDB or MySQL, or H2 for development"));
        }
        for (String table : tables) {
            if (table.startsWith("KEYLIFT_")) {
                String key = missingKey(database, table);
                if (key != null) {
                    return Optional.of(new Refusal(
                            "missing_key",
                            "Table " + table + " has no " + key + ". Drop the table while no node runs, delete its"
                                    + " lines in DATABASECHANGELOG_KEYLIFT or DATABASECHANGELOG_KEYLIFTCAP, and start"
                                    + " Keycloak."));
                }
            }
        }
        return Optional.empty();
    }

    private static String missingKey(TableMetadata database, String table) throws SQLException {
        if (!database.hasPrimaryKey(table)) {
            return "primary key";
        }
        String unique = UNIQUE.get(table);
        return unique == null || database.hasUniqueIndex(table, unique) ? null : "unique index " + unique;
    }

    Optional<Refusal> keycloak(String version, Map<String, ? extends Set<String>> mapped) {
        String remedy = ". Install the Keylift version for this Keycloak, or start with"
                + " --spi-admin-realm-restapi-extension--bulk-import--"
                + ALLOW_UNTESTED_KEYCLOAK + "=true.";
        if (!known.isOfSeries(version)) {
            return Optional.of(new Refusal(
                    "untested_keycloak",
                    "This Keylift version supports Keycloak " + known.series() + ", not " + version + remedy));
        }
        String differences = known.differences(mapped);
        return differences.isEmpty()
                ? Optional.empty()
                : Optional.of(new Refusal(
                        "untested_keycloak",
                        "The tables of this Keycloak differ from those of " + known.series() + ": " + differences
                                + remedy));
    }
}
