// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.JobNotes;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.rows.FormerRows;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;

/** Runs on a database without arrays, with tables that have names and some columns of Keycloak's. */
class DependentRowsTest {

    private static final List<String> TABLES = List.of(
            "CLIENT (ID varchar(36) primary key, REALM_ID varchar(36))",
            "KEYCLOAK_ROLE (ID varchar(36) primary key, NAME varchar(255), REALM_ID varchar(36))",
            "USER_ENTITY (ID varchar(36) primary key, REALM_ID varchar(36))",
            "ROLE_ATTRIBUTE (ID varchar(36) primary key, ROLE_ID varchar(36) references KEYCLOAK_ROLE, VALUE varchar)",
            "USER_ROLE_MAPPING (ROLE_ID varchar(36), USER_ID varchar(36) references USER_ENTITY,"
                    + " primary key (ROLE_ID, USER_ID))",
            "COMPOSITE_ROLE (COMPOSITE varchar(36) references KEYCLOAK_ROLE,"
                    + " CHILD_ROLE varchar(36) references KEYCLOAK_ROLE, primary key (COMPOSITE, CHILD_ROLE))",
            "RESOURCE_SERVER_POLICY (ID varchar(36) primary key, NAME varchar(255) unique,"
                    + " RESOURCE_SERVER_ID varchar(36), OWNER varchar(36))",
            "POLICY_CONFIG (POLICY_ID varchar(36) references RESOURCE_SERVER_POLICY, NAME varchar(255),"
                    + " VALUE varchar, primary key (POLICY_ID, NAME))",
            "KEYCLOAK_GROUP (ID varchar(36) primary key, REALM_ID varchar(36), PARENT_GROUP varchar(36),"
                    + " ROLE_ID varchar(36) references KEYCLOAK_ROLE)",
            "ANY_TYPE (ID bigint primary key, ROLE_ID varchar(36) references KEYCLOAK_ROLE, MADE timestamp,"
                    + " SALT varbinary(9), SHARE numeric(9, 2), FLAG boolean, SIZE integer)");

    private static final RowReference ROLE = new RowReference("KEYCLOAK_ROLE", "role");

    private EntityManagerFactory factory;
    private EntityManager em;

    /** Hibernate requires an entity. */
    @Entity(name = "Unused")
    static class Unused {
        @Id
        private String id;
    }

    private boolean leavesAny;

    @BeforeEach
    void fill() {
        factory = new HibernatePersistenceConfiguration("dependents")
                .managedClasses(Unused.class)
                .jdbcUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";NON_KEYWORDS=VALUE")
                .createEntityManagerFactory();
        em = factory.createEntityManager();
        em.getTransaction().begin();
        TABLES.forEach(table -> sql("create table " + table));
        sql("insert into CLIENT values ('client', 'realm')");
        sql("insert into KEYCLOAK_ROLE values ('role', 'doomed', 'realm'), ('above', 'above', 'realm')");
        sql("insert into ROLE_ATTRIBUTE values ('attribute', 'role', 'a\"b'), ('none', 'role', null)");
        sql("insert into COMPOSITE_ROLE values ('above', 'role')");
        sql("insert into USER_ENTITY select 'user-' || x, 'realm' from system_range(1, 2500)");
        sql("insert into USER_ROLE_MAPPING select 'role', ID from USER_ENTITY");
        sql("insert into USER_ROLE_MAPPING select 'above', ID from USER_ENTITY where ID like '%7'");
        for (String policy : List.of("doomed", "changed", "touched", "taken")) {
            sql("insert into RESOURCE_SERVER_POLICY values ('" + policy + "', '" + policy + "', 'client', null)");
            sql("insert into POLICY_CONFIG values ('" + policy
                    + "', 'roles', '[{\"id\":\"role\"},{\"id\":\"above\"}]')");
        }
        sql("insert into KEYCLOAK_GROUP values ('a', 'realm', 'b', 'role'), ('b', 'realm', 'c', 'role'),"
                + " ('c', 'realm', ' ', 'role')");
        sql("insert into ANY_TYPE values (7, 'role', timestamp '2024-02-29 12:34:56.789', x'00ff', 1.50, true, 3),"
                + " (8, 'role', null, null, null, null, null)");
    }

    @AfterEach
    void close() {
        em.getTransaction().rollback();
        em.close();
        factory.close();
    }

    @Test
    void whatWentOrChangedComesBack() {
        Map<String, List<String>> before = state();
        List<byte[]> parts = remove();

        Map<Long, String> notReturned = giveBack(parts, Set.of(1L));

        assertThat(state()).isEqualTo(before);
        assertThat(notReturned).isEmpty();
    }

    /** All rows are found by one column; a part ends after 4 MB. */
    @Test
    void rowsOfSeveralPartsComeBack() {
        sql("insert into ROLE_ATTRIBUTE select 'many-' || x, 'role', repeat(x, 1000) from system_range(1, 3000)");
        Map<String, List<String>> before = state();
        List<byte[]> parts = remove();

        giveBack(parts, Set.of(1L));

        assertThat(parts).hasSizeGreaterThan(1);
        assertThat(state()).isEqualTo(before);
    }

    @Test
    void aLaterChangeStays() {
        List<byte[]> parts = remove();
        sql("delete from USER_ROLE_MAPPING where USER_ID = 'user-17'");
        sql("delete from USER_ENTITY where ID = 'user-17'");
        sql("insert into USER_ROLE_MAPPING values ('role', 'user-18')");
        sql("update POLICY_CONFIG set VALUE = 'touched' where POLICY_ID = 'touched'");
        sql("insert into RESOURCE_SERVER_POLICY values ('another', 'taken', 'client', null)");

        Map<Long, String> notReturned = giveBack(parts, Set.of(1L));

        assertThat(notReturned)
                .isEqualTo(Map.of(
                        1L,
                        "Not given back, because what they refer to was removed: 1 role mapping of a user, 1 setting of"
                                + " a policy. Left as they are, because they were changed since the job: 1 policy,"
                                + " 1 setting of a policy"));
        Map<String, List<String>> now = state();
        assertThat(now.get("USER_ROLE_MAPPING"))
                .hasSize(2499 + 249)
                .contains("[role, user-18]")
                .doesNotContain("[role, user-17]");
        assertThat(now.get("POLICY_CONFIG"))
                .contains("[touched, roles, touched]")
                .hasSize(3);
        assertThat(now.get("RESOURCE_SERVER_POLICY")).hasSize(4).contains("[another, taken, client, null]");
    }

    /** Rows that refer to such a row are not restored either, such as the settings of a policy. */
    @Test
    void whatTheCallerMayNotGrantStaysAway() {
        List<byte[]> parts = remove();

        Map<Long, String> notReturned = giveBack(parts, Set.of(1L), (table, rows) -> {
            BitSet refused = new BitSet();
            for (int i = 0; i < rows.size(); i++) {
                refused.set(
                        i,
                        table.equals("RESOURCE_SERVER_POLICY")
                                || table.equals("ANY_TYPE")
                                || "user-17".equals(rows.get(i).apply("USER_ID"))
                                || "c".equals(rows.get(i).apply("ID"))
                                || "touched".equals(rows.get(i).apply("POLICY_ID")));
            }
            return refused;
        });

        assertThat(notReturned.get(1L))
                .startsWith("Not given back, because the caller may not grant them: ")
                .contains("2 policies", "3 settings of a policy", "1 role mapping of a user", "3 groups", "2 rows of");
        Map<String, List<String>> now = state();
        assertThat(now.get("USER_ROLE_MAPPING")).hasSize(2499 + 250).doesNotContain("[role, user-17]");
        assertThat(now.get("RESOURCE_SERVER_POLICY")).hasSize(2);
        assertThat(now.get("KEYCLOAK_GROUP")).isEmpty();
        assertThat(now.get("POLICY_CONFIG"))
                .contains(
                        "[touched, roles, [{\"id\":\"above\"}]]",
                        "[changed, roles, [{\"id\":\"role\"},{\"id\":\"above\"}]]");
    }

    @Test
    void whatRefersToWhatAnotherUndoCanGiveBackIsLeftForIt() {
        List<byte[]> parts = remove();
        sql("delete from USER_ROLE_MAPPING where USER_ID = 'user-17'");
        sql("delete from USER_ENTITY where ID = 'user-17'");
        leavesAny = true;

        ReturnedRows written = written(parts, Set.of(1L), RowGrants.all());

        assertThat(written.notReturned())
                .isEqualTo(Map.of(
                        1L, "Not given back, because what they refer to has not come back: 1 role mapping of a user"));
        assertThat(written.isLeft(1)).isTrue();
        sql("insert into USER_ENTITY values ('user-17', 'realm')");
        ReturnedRows later = returned(written.left().finish(em));
        later.write(Set.of(1L));
        assertThat(later.hasReturned(1)).isTrue();
        assertThat(later.isLeft()).isFalse();
        assertThat(state().get("USER_ROLE_MAPPING")).contains("[role, user-17]");
    }

    @Test
    void nothingComesBackOfAnObjectThatDoesNot() {
        List<byte[]> parts = remove();
        Map<String, List<String>> removed = state();

        returned(parts).write(Set.of(2L));

        assertThat(state()).isEqualTo(removed);
    }

    /** A row that referred to a missing object is not one that the import has added. */
    @Test
    void aNewDependentOfTheRemovedObjectStays() {
        List<byte[]> parts = remove();
        sql("insert into USER_ENTITY values ('late', 'realm')");
        sql("insert into USER_ROLE_MAPPING values ('role', 'late')");

        giveBack(parts, Set.of(1L));

        assertThat(state().get("USER_ROLE_MAPPING")).contains("[role, late]", "[role, user-1]");
    }

    /** Removes the role as Keycloak does: one policy is removed, and the others lose the role. */
    private List<byte[]> remove() {
        RemovedRows rows = RemovedRows.before(em, "realm", Map.of(ROLE, 1L));
        sql("delete from ANY_TYPE");
        sql("delete from KEYCLOAK_GROUP");
        sql("delete from USER_ROLE_MAPPING where ROLE_ID = 'role'");
        sql("delete from COMPOSITE_ROLE");
        sql("delete from ROLE_ATTRIBUTE");
        sql("delete from POLICY_CONFIG where POLICY_ID in ('doomed', 'taken')");
        sql("delete from RESOURCE_SERVER_POLICY where ID in ('doomed', 'taken')");
        sql("update POLICY_CONFIG set VALUE = '[{\"id\":\"above\"}]'");
        sql("delete from KEYCLOAK_ROLE where ID = 'role'");
        return rows.after();
    }

    /** Restores rows; returns the messages on objects whose rows were not all restored. */
    private Map<Long, String> giveBack(List<byte[]> parts, Set<Long> lines) {
        return giveBack(parts, lines, RowGrants.all());
    }

    private Map<Long, String> giveBack(List<byte[]> parts, Set<Long> lines, RowGrants grants) {
        return written(parts, lines, grants).notReturned();
    }

    private ReturnedRows written(List<byte[]> parts, Set<Long> lines, RowGrants grants) {
        ReturnedRows returned = returned(parts, grants);
        returned.begin();
        // An import gives attributes new ids, and sets defaults for unknown columns.
        sql("insert into KEYCLOAK_ROLE values ('role', 'other', 'realm')");
        sql("insert into ROLE_ATTRIBUTE values ('new', 'role', 'a\"b')");
        returned.write(lines);
        return returned;
    }

    private ReturnedRows returned(List<byte[]> parts) {
        return returned(parts, RowGrants.all());
    }

    private ReturnedRows returned(List<byte[]> parts, RowGrants grants) {
        return new ReturnedRows(context(), Map.of(1L, ROLE), parts, grants);
    }

    /** A session without caches. */
    private ImportContext context() {
        KeycloakSession session = answering(KeycloakSession.class, Map.of());
        RealmModel realm = answering(RealmModel.class, Map.of("getId", "realm"));
        JobNotes notes = answering(JobNotes.class, Map.of("leavesAny", leavesAny));
        return answering(
                ImportContext.class,
                Map.of(
                        "entityManager", em,
                        "session", session,
                        "realm", realm,
                        "notes", notes,
                        "ofChunk", new FormerRows()));
    }

    private static <T> T answering(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answers.get(method.getName())));
    }

    private void sql(String statement) {
        em.createNativeQuery(statement).executeUpdate();
    }

    private Map<String, List<String>> state() {
        Map<String, List<String>> state = new TreeMap<>();
        for (String definition : TABLES) {
            String table = definition.substring(0, definition.indexOf(' '));
            List<String> rows = new ArrayList<>();
            for (Object row : em.createNativeQuery("select * from " + table, Object[].class)
                    .getResultList()) {
                rows.add(Arrays.deepToString((Object[]) row));
            }
            rows.sort(null);
            state.put(table, rows);
        }
        return state;
    }
}
