// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.startup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names as JDBC drivers give them. */
class DatabasesTest {

    @ParameterizedTest
    @CsvSource({
        "PostgreSQL, true",
        "MariaDB, true",
        "MySQL, true",
        "H2, true",
        "Oracle, false",
        "Microsoft SQL Server, false",
        "EnterpriseDB, false"
    })
    void importsRunWhereTheyAreTested(String name, boolean known) {
        assertThat(Databases.isKnown(name)).isEqualTo(known);
    }
}
