// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FlushModeType;
import java.util.List;
import java.util.UUID;
import org.hibernate.cfg.QuerySettings;
import org.hibernate.cfg.SchemaToolingSettings;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.hibernate.tool.schema.Action;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.keycloak.models.jpa.entities.CredentialEntity;
import org.keycloak.models.jpa.entities.FederatedIdentityEntity;
import org.keycloak.models.jpa.entities.UserAttributeEntity;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.models.jpa.entities.UserRequiredActionEntity;

/** Rows as they were read, and JDBC batches that change them. The integration tests cover the arrays of PostgreSQL. */
class ChangedRowsTest {

    private EntityManagerFactory h2;
    private EntityManager em;

    @BeforeEach
    void begin() {
        h2 = new HibernatePersistenceConfiguration("changed-rows")
                .managedClasses(UserEntity.class, UserAttributeEntity.class, UserRequiredActionEntity.class)
                .managedClasses(CredentialEntity.class, FederatedIdentityEntity.class)
                .jdbcUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";NON_KEYWORDS=VALUE")
                // Some queries of these entities name others.
                .property(QuerySettings.QUERY_STARTUP_CHECKING, false)
                .property(SchemaToolingSettings.JAKARTA_HBM2DDL_DATABASE_ACTION, Action.CREATE)
                .createEntityManagerFactory();
        em = h2.createEntityManager();
        em.getTransaction().begin();
        UserEntity user = user("1");
        user.setUsername("ada");
        user.setFirstName("Ada");
        user.setLastName("Byron");
        user.setEnabled(true);
        em.persist(user);
        em.persist(identity(user, "google", "ada@example.org"));
        em.persist(identity(user, "github", "ada"));
        em.persist(attribute("a1", "title"));
        em.flush();
        em.clear();
    }

    @AfterEach
    void end() {
        em.getTransaction().rollback();
        em.close();
        h2.close();
    }

    private static UserEntity user(String id) {
        UserEntity user = new UserEntity();
        user.setId(id);
        return user;
    }

    private static FederatedIdentityEntity identity(UserEntity user, String provider, String name) {
        FederatedIdentityEntity identity = new FederatedIdentityEntity();
        identity.setUser(user);
        identity.setIdentityProvider(provider);
        identity.setUserName(name);
        return identity;
    }

    private List<String> names() {
        return em.createQuery(
                        "select f.userName from FederatedIdentityEntity f order by f.identityProvider", String.class)
                .getResultList();
    }

    @Test
    void onlyTheNamedColumnsAreUpdated() {
        UserEntity change = user("1");
        change.setFirstName("Augusta");
        change.setEnabled(false);

        BulkUpdate.update(em, List.of(change), List.of("firstName", "enabled"));

        UserEntity after = em.find(UserEntity.class, "1");
        assertThat(after.getFirstName()).isEqualTo("Augusta");
        assertThat(after.isEnabled()).isFalse();
        assertThat(after.getLastName()).isEqualTo("Byron");
        assertThat(after.getUsername()).isEqualTo("ada");
    }

    @Test
    void rowsAreFoundByAllColumnsOfTheirKey() {
        BulkUpdate.update(em, List.of(identity(user("1"), "google", "ada@example.com")), List.of("userName"));

        assertThat(names()).containsExactly("ada", "ada@example.com");

        BulkDelete.delete(em, List.of(identity(user("1"), "github", null)));

        assertThat(names()).containsExactly("ada@example.com");
    }

    @Test
    void aRowThatIsGoneIsNoticed() {
        assertThatThrownBy(() -> BulkUpdate.update(em, List.of(user("1"), user("2")), List.of("firstName")))
                .isInstanceOf(RowsGoneException.class);
    }

    @Test
    void anEntityIsReadWithAllColumnsOfItsRow() {
        UserEntity read = read("1", "3").entities().get("1");

        assertThat(read.getId()).isEqualTo("1");
        assertThat(read.getUsername()).isEqualTo("ada");
        assertThat(read.getLastName()).isEqualTo("Byron");
        assertThat(read.isEnabled()).isTrue();
        assertThat(em.contains(read)).isFalse();
        assertThat(read("3").entities()).isEmpty();
    }

    @Test
    void rowsAreReadByTheEntityToWhichTheyRefer() {
        StoredRows<UserAttributeEntity> read = attributes("1");

        assertThat(read.entities()).hasSize(1);
        UserAttributeEntity row = read.entities().values().iterator().next();
        assertThat(row.getName()).isEqualTo("title");
        assertThat(row.getUser().getId()).isEqualTo("1");
        assertThat(attributes("2").entities()).isEmpty();
    }

    /** Rows that are added or removed meanwhile count, too. */
    @Test
    void law13_rowsBelowAnEntityAreComparedAsAWhole() {
        StoredRows<UserAttributeEntity> read = attributes("1");
        assertThat(read.areAsRead(List.of("1"))).isTrue();

        em.persist(attribute("a2", "country"));
        em.flush();
        assertThat(read.areAsRead(List.of("1"))).isFalse();

        execute("delete from UserAttributeEntity a where a.id = 'a2'");
        assertThat(read.areAsRead(List.of("1"))).isTrue();

        execute("delete from UserAttributeEntity a");
        assertThat(read.areAsRead(List.of("1"))).isFalse();
    }

    @Test
    void law13_aRowIsComparedWithTheDatabaseWhateverHasBeenSetSince() {
        StoredRows<UserEntity> read = read("1");
        read.entities().get("1").setFirstName("Eva");
        assertThat(read.areAsReadOnceLocked(List.of("1"))).isTrue();

        execute("update UserEntity u set u.lastName = 'King' where u.id = '1'");
        assertThat(read.areAsReadOnceLocked(List.of("1"))).isFalse();
        assertThat(read.areAsRead(List.of("1"))).isFalse();

        execute("update UserEntity u set u.lastName = 'Byron' where u.id = '1'");
        assertThat(read.areAsReadOnceLocked(List.of("1"))).isTrue();
    }

    @Test
    void law13_aRowThatIsGoneIsNotAsItWasRead() {
        StoredRows<UserEntity> read = read("1");
        execute("delete from FederatedIdentityEntity f");
        execute("delete from UserAttributeEntity a");
        execute("delete from UserEntity u where u.id = '1'");

        assertThat(read.areAsReadOnceLocked(List.of("1"))).isFalse();
    }

    @Test
    void onlyTheRowsInQuestionAreCompared() {
        em.persist(user("2"));
        em.flush();
        StoredRows<UserEntity> read = read("1", "2");
        execute("update UserEntity u set u.lastName = 'King' where u.id = '2'");

        assertThat(read.areAsRead(List.of("1"))).isTrue();
    }

    @Test
    void onlyColumnsThatHaveChangedAreUpdated() {
        StoredRows<UserEntity> read = read("1");
        UserEntity row = read.entities().get("1");
        row.setFirstName("Augusta");
        execute("update UserEntity u set u.lastName = 'King' where u.id = '1'");

        read.update(List.of(row));

        UserEntity after = em.find(UserEntity.class, "1");
        assertThat(after.getFirstName()).isEqualTo("Augusta");
        assertThat(after.getLastName()).isEqualTo("King");
    }

    private StoredRows<UserEntity> read(String... ids) {
        return StoredRows.read(em, UserEntity.class, UserEntity::new, List.of(ids));
    }

    private StoredRows<UserAttributeEntity> attributes(String... users) {
        return StoredRows.readBy("user", em, UserAttributeEntity.class, UserAttributeEntity::new, List.of(users));
    }

    private UserAttributeEntity attribute(String id, String name) {
        UserAttributeEntity attribute = new UserAttributeEntity();
        attribute.setId(id);
        attribute.setUser(em.getReference(UserEntity.class, "1"));
        attribute.setName(name);
        return attribute;
    }

    private void execute(String jpql) {
        em.createQuery(jpql).setFlushMode(FlushModeType.COMMIT).executeUpdate();
    }
}
