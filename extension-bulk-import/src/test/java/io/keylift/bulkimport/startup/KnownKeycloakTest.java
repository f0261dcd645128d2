// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.startup;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.EntityManagerFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.cfg.QuerySettings;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.junit.jupiter.api.Test;
import org.keycloak.common.Version;
import org.keycloak.models.jpa.entities.ClientEntity;

class KnownKeycloakTest {

    private static final Path FILE = Path.of("src/main/resources" + KnownKeycloak.RESOURCE);
    private static final Pattern ENTITY = Pattern.compile("\\b[A-Z]\\w+Entity\\b");

    /** {@code -Dkeycloak.write} writes the file after the version of Keycloak has changed. */
    @Test
    void theFileIsThatOfTheKeycloakThisIsCompiledAgainst() throws IOException {
        KnownKeycloak known = ofClassPath();
        if (System.getProperty("keycloak.write") != null) {
            Files.writeString(FILE, known.text());
        }

        assertThat(KnownKeycloak.load().text()).isEqualTo(known.text());
        assertThat(known.tables())
                .containsKeys(
                        "USER_ENTITY", "CREDENTIAL", "REDIRECT_URIS", "KEYCLOAK_GROUP", "RESOURCE_SERVER_RESOURCE");
    }

    @Test
    void aPatchReleaseIsKnownAndAnotherMinorVersionIsNot() {
        KnownKeycloak known = KnownKeycloak.parse("26.7\nCLIENT ID SECRET\n");
        Suitability suitability = new Suitability(known, false);
        SortedMap<String, SortedSet<String>> tables = known.tables();

        assertThat(suitability.keycloak("26.7.0", tables)).isEmpty();
        assertThat(suitability.keycloak("26.7.12.redhat-00001", tables)).isEmpty();
        for (String version : new String[] {"26.8.0", "26.70.0", "26.6.4", "27.0.0", "999.0.0-SNAPSHOT"}) {
            assertThat(suitability.keycloak(version, tables)).get().satisfies(refusal -> {
                assertThat(refusal.code()).isEqualTo("untested_keycloak");
                assertThat(refusal.message()).contains("26.7, not " + version + ".", "allow-untested-keycloak=true");
            });
        }
    }

    @Test
    void otherColumnsAreNamed() {
        KnownKeycloak known = KnownKeycloak.parse("26.7\nCLIENT ID SECRET\nROLE ID\n");

        assertThat(known.differences(Map.of(
                        "CLIENT", new TreeSet<>(Set.of("ID", "OWNER")),
                        "ROLE", new TreeSet<>(Set.of("ID")),
                        "OTHER", new TreeSet<>(Set.of("ID")))))
                .isEqualTo("CLIENT.OWNER is new, CLIENT.SECRET is missing");
        assertThat(new Suitability(known, false).keycloak("26.7.1", new TreeMap<String, SortedSet<String>>()))
                .get()
                .extracting(Refusal::message)
                .asString()
                .contains("CLIENT.ID is missing, CLIENT.SECRET is missing, ROLE.ID is missing");
    }

    @Test
    void namesAreComparedWithoutSchemaAndQuotes() {
        assertThat(MappedTables.name("\"kc\".\"client\"")).isEqualTo("CLIENT");
        assertThat(MappedTables.name("`VALUE`")).isEqualTo("VALUE");
    }

    private static KnownKeycloak ofClassPath() throws IOException {
        Set<String> named = namedEntities();
        String version = Version.VERSION;
        try (EntityManagerFactory keycloak = hibernate()) {
            SessionFactoryImplementor factory = keycloak.unwrap(SessionFactoryImplementor.class);
            SortedMap<String, SortedSet<String>> tables = MappedTables.of(factory);
            tables.keySet().retainAll(MappedTables.of(factory, named::contains).keySet());
            return new KnownKeycloak(version.substring(0, version.lastIndexOf('.')), tables);
        }
    }

    /** Names of entities that occur in our code, mostly in queries. */
    private static Set<String> namedEntities() throws IOException {
        Set<String> names = new HashSet<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                ENTITY.matcher(Files.readString(file))
                        .results()
                        .map(MatchResult::group)
                        .forEach(names::add);
            }
        }
        return names;
    }

    private static EntityManagerFactory hibernate() throws IOException {
        HibernatePersistenceConfiguration configuration = new HibernatePersistenceConfiguration("keycloak")
                .property(JdbcSettings.DIALECT, PostgreSQLDialect.class.getName())
                .property(JdbcSettings.ALLOW_METADATA_ON_BOOT, false)
                .property(QuerySettings.QUERY_STARTUP_CHECKING, false);
        try (InputStream unit = ClientEntity.class.getResourceAsStream("/default-persistence.xml")) {
            Pattern.compile("<class>(.+?)</class>")
                    .matcher(new String(unit.readAllBytes(), StandardCharsets.UTF_8))
                    .results()
                    .forEach(entity -> configuration.managedClass(type(entity.group(1))));
        }
        return configuration.createEntityManagerFactory();
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
