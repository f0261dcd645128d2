// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.keycloak.connections.jpa.entityprovider.JpaEntityProviderFactory;
import org.keycloak.connections.jpa.util.JpaUtils;

class ChangelogTest {

    private static final String OURS = "KEYLIFT_IDX_ORG_DOMAIN_NAME";

    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.createStatement().execute("shutdown");
        connection.close();
    }

    @Test
    void theDomainsOfOrganizationsGetTheirMissingIndex() throws Exception {
        createOrgDomain();
        assertThat(indexes("ORG_DOMAIN").values()).doesNotContain("NAME");

        LedgerDatabase.migrate(connection);

        assertThat(indexes("ORG_DOMAIN")).containsEntry(OURS, "NAME");
    }

    @Test
    void anIndexThatIsThereAlreadyIsEnough() throws Exception {
        createOrgDomain();
        connection.createStatement().execute("create index IDX_OF_AN_ADMIN on ORG_DOMAIN (NAME)");

        LedgerDatabase.migrate(connection);

        assertThat(indexes("ORG_DOMAIN")).doesNotContainKey(OURS);
    }

    @Test
    void aWiderIndexThatIsThereAlreadyDoesNoHarm() throws Exception {
        createOrgDomain();
        connection.createStatement().execute("create index IDX_OF_AN_ADMIN on ORG_DOMAIN (NAME, ORG_ID)");

        LedgerDatabase.migrate(connection);

        assertThat(indexes("ORG_DOMAIN")).containsEntry("IDX_OF_AN_ADMIN", "NAME,ORG_ID");
        assertThat(indexes("KEYLIFT_IMPORT_JOB")).isNotEmpty();
    }

    @Test
    void theIndexMayHaveBeenMadeByHand() throws Exception {
        createOrgDomain();
        connection.createStatement().execute("create index " + OURS + " on ORG_DOMAIN (NAME)");

        LedgerDatabase.migrate(connection);

        assertThat(indexes("ORG_DOMAIN")).containsEntry(OURS, "NAME");
    }

    @Test
    void ourOwnTablesHaveTheirKeysAndIndexes() throws Exception {
        LedgerDatabase.migrate(connection);

        assertThat(indexes("KEYLIFT_IMPORT_JOB").values())
                .contains("UID", "REALM_ID,JOB_ID", "REALM_ID,CREATED_AT", "FINISHED_AT");
        assertThat(indexes("KEYLIFT_IMPORT_CHUNK").values()).contains("JOB_UID,CHUNK");
    }

    /**
     * MariaDB, MySQL and H2 commit each statement: a change set of two that is killed between them is never made whole.
     */
    @ParameterizedTest
    @ValueSource(strings = {"import", "capability"})
    void aChangeSetIsOneStatement(String name) throws Exception {
        try (InputStream changelog = getClass().getResourceAsStream("/META-INF/keylift-" + name + "-changelog.xml")) {
            String text = new String(changelog.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(text.split("<changeSet "))
                    .hasSizeGreaterThan(7)
                    .allSatisfy(changeSet -> assertThat(Pattern.compile("\\n {8}<(?!preConditions|!--)\\w+")
                                    .matcher(changeSet)
                                    .results())
                            .hasSizeLessThan(2));
            assertThat(text).doesNotContain("addPrimaryKey");
        }
    }

    @Test
    void whatAKilledStartLeftOutIsMadeByTheNext() throws Exception {
        LedgerDatabase.migrate(connection);
        SortedMap<String, String> whole = indexes("KEYLIFT_IMPORT_JOB");
        try (Statement statement = connection.createStatement()) {
            statement.execute("drop index KEYLIFT_UK_IMPORT_JOB");
            statement.execute("drop index KEYLIFT_IDX_IMPORT_JOB_ENDED");
            statement.execute("delete from DATABASECHANGELOG where ID not in ('0.1.0-import-job-table')");
        }

        LedgerDatabase.migrate(connection);

        assertThat(indexes("KEYLIFT_IMPORT_JOB")).isEqualTo(whole);
    }

    /** Tables as the first release made them, with a job in them. */
    @Test
    void jobsOfAnEarlierReleaseReadAsImportsWithStrictIds() throws Exception {
        LedgerDatabase.migrate(connection);
        try (Statement statement = connection.createStatement()) {
            statement.execute("alter table KEYLIFT_IMPORT_JOB drop column OPERATION");
            statement.execute("alter table KEYLIFT_IMPORT_JOB drop column IDS");
            statement.execute("alter table KEYLIFT_IMPORT_CHUNK drop column REMOVED");
            statement.execute("delete from DATABASECHANGELOG where ID in"
                    + " ('0.1.0-import-job-operation', '0.1.0-import-job-ids', '0.1.0-import-chunk-removed')");
            statement.execute("insert into KEYLIFT_IMPORT_JOB (UID, REALM_ID, JOB_ID, KIND, IF_EXISTS, DRY_RUN,"
                    + " CHUNK_SIZE, STATUS, RUN, CREATED_AT, STARTED_AT, HEARTBEAT_AT)"
                    + " values ('u', 'r', 'j', 'users', 'FAIL', false, 10, 'COMPLETED', 1, 1, 1, 1)");
            statement.execute("insert into KEYLIFT_IMPORT_CHUNK (JOB_UID, CHUNK, FIRST_LINE, LAST_LINE, DIGEST, ADDED,"
                    + " UPDATED, SKIPPED, REJECTED, MILLIS) values ('u', 1, 1, 2, X'00', 2, 0, 0, 0, 1)");
        }

        LedgerDatabase.migrate(connection);

        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("select j.OPERATION, c.REMOVED, c.ADDED, j.IDS from KEYLIFT_IMPORT_JOB j"
                                + " join KEYLIFT_IMPORT_CHUNK c on c.JOB_UID = j.UID")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getString(1)).isEqualTo("IMPORT");
            assertThat(row.getLong(2)).isZero();
            assertThat(row.getLong(3)).isEqualTo(2);
            assertThat(row.getString(4)).isEqualTo("STRICT");
        }
    }

    /** A node with an earlier release runs beside one that has migrated the tables. */
    @Test
    void aJobThatAnEarlierReleaseOpensAfterTheMigrationHasStrictIds() throws Exception {
        LedgerDatabase.migrate(connection);
        try (Statement statement = connection.createStatement()) {
            statement.execute("insert into KEYLIFT_IMPORT_JOB (UID, REALM_ID, JOB_ID, KIND, OPERATION, IF_EXISTS,"
                    + " DRY_RUN, CHUNK_SIZE, STATUS, RUN, CREATED_AT, STARTED_AT, HEARTBEAT_AT)"
                    + " values ('u', 'r', 'j', 'users', 'IMPORT', 'FAIL', false, 10, 'RUNNING', 1, 1, 1, 1)");
            ResultSet row = statement.executeQuery("select IDS from KEYLIFT_IMPORT_JOB");

            assertThat(row.next()).isTrue();
            assertThat(row.getString(1)).isEqualTo("STRICT");
        }
    }

    @Test
    void aSecondStartChangesNothing() throws Exception {
        createOrgDomain();
        LedgerDatabase.migrate(connection);
        SortedMap<String, String> before = indexes("ORG_DOMAIN");

        LedgerDatabase.migrate(connection);

        assertThat(indexes("ORG_DOMAIN")).isEqualTo(before);
    }

    @Test
    void keycloakFindsTheFactory() {
        assertThat(ServiceLoader.load(JpaEntityProviderFactory.class))
                .filteredOn(KeyliftJpaEntityProviderFactory.class::isInstance)
                .singleElement()
                .satisfies(factory -> {
                    assertThat(JpaUtils.getCustomChangelogTableName(factory.getId()))
                            .isEqualTo("DATABASECHANGELOG_KEYLIFT");
                    assertThat(factory.create(null).getEntities())
                            .contains(KeyliftJobEntity.class, KeyliftChunkEntity.class);
                    assertThat(factory.create(null).getFactoryId()).isEqualTo(factory.getId());
                });
    }

    /** As Keycloak's changelogs 25.0.0 and 26.0.0 leave it. */
    private void createOrgDomain() throws SQLException {
        connection
                .createStatement()
                .execute("create table ORG_DOMAIN (ID varchar(36) not null, NAME varchar(255) not null, "
                        + "VERIFIED boolean not null, ORG_ID varchar(255) not null, primary key (ID, NAME))");
        connection.createStatement().execute("create index IDX_ORG_DOMAIN_ORG_ID on ORG_DOMAIN (ORG_ID)");
    }

    /** The indexes of a table with their columns. */
    private SortedMap<String, String> indexes(String table) throws SQLException {
        SortedMap<String, String> indexes = new TreeMap<>();
        try (ResultSet rows = connection.getMetaData().getIndexInfo(null, null, table, false, false)) {
            while (rows.next()) {
                indexes.merge(rows.getString("INDEX_NAME"), rows.getString("COLUMN_NAME"), (a, b) -> a + "," + b);
            }
        }
        return indexes;
    }
}
