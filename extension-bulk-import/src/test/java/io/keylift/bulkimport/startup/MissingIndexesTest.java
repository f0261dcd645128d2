// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.startup.MissingIndexes.Index;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MissingIndexesTest {

    private static final List<String> TABLES = List.of(
            "ORG_DOMAIN (ID varchar(36), NAME varchar(255), ORG_ID varchar(36), primary key (ID, NAME))",
            "RESOURCE_SERVER_RESOURCE (ID varchar(36) primary key, OWNER varchar(255))",
            "RESOURCE_SERVER_PERM_TICKET (ID varchar(36) primary key, RESOURCE_ID varchar(36), POLICY_ID varchar(36))",
            "RESOURCE_ATTRIBUTE (ID varchar(36) primary key, RESOURCE_ID varchar(36))",
            "IDENTITY_PROVIDER_MAPPER (ID varchar(36) primary key, IDP_ALIAS varchar(255))");

    @Test
    void anIndexIsMissingUntilOneBeginsWithItsColumn() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            for (String table : TABLES) {
                connection.createStatement().execute("create table " + table);
            }
            assertThat(MissingIndexes.in(connection, null))
                    .extracting(index -> index.sql(false, null))
                    .containsExactly(
                            "CREATE INDEX KEYLIFT_IDX_ORG_DOMAIN_NAME ON ORG_DOMAIN (NAME)",
                            "CREATE INDEX KEYLIFT_IDX_RESOURCE_OWNER ON RESOURCE_SERVER_RESOURCE (OWNER)",
                            "CREATE INDEX KEYLIFT_IDX_TICKET_RESOURCE ON RESOURCE_SERVER_PERM_TICKET (RESOURCE_ID)",
                            "CREATE INDEX KEYLIFT_IDX_TICKET_POLICY ON RESOURCE_SERVER_PERM_TICKET (POLICY_ID)",
                            "CREATE INDEX KEYLIFT_IDX_RESOURCE_ATTRIBUTE ON RESOURCE_ATTRIBUTE (RESOURCE_ID)",
                            "CREATE INDEX KEYLIFT_IDX_IDP_MAPPER_ALIAS ON IDENTITY_PROVIDER_MAPPER (IDP_ALIAS)");

            connection.createStatement().execute("create index OF_AN_ADMIN on ORG_DOMAIN (NAME, ORG_ID)");
            assertThat(MissingIndexes.in(connection, null))
                    .extracting(Index::table)
                    .doesNotContain("ORG_DOMAIN");

            for (Index index : MissingIndexes.in(connection, "PUBLIC")) {
                connection.createStatement().execute(index.sql(false, "PUBLIC"));
            }
            assertThat(MissingIndexes.in(connection, null)).isEmpty();
        }
    }

    @Test
    void theyAreThoseOfTheChangelog() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                InputStream changelog = getClass().getResourceAsStream("/META-INF/keylift-import-changelog.xml")) {
            for (String table : TABLES) {
                connection.createStatement().execute("create table " + table);
            }
            List<String> inChangelog = Pattern.compile(
                            "<createIndex tableName=\"(?!KEYLIFT_)(\\w+)\" indexName=\"(\\w+)\">")
                    .matcher(new String(changelog.readAllBytes(), StandardCharsets.UTF_8))
                    .results()
                    .map(index -> index.group(1) + " " + index.group(2))
                    .toList();

            assertThat(MissingIndexes.in(connection, null))
                    .extracting(index -> index.table() + " " + index.name())
                    .isEqualTo(inChangelog);
        }
    }

    @Test
    void onPostgreSqlNobodyIsKeptFromWriting() {
        assertThat(new Index("I", "T", "C").sql(true, "kc")).isEqualTo("CREATE INDEX CONCURRENTLY I ON kc.T (C)");
    }
}
