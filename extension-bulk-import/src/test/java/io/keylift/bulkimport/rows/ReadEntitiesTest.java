// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.hibernate.cfg.QuerySettings;
import org.hibernate.cfg.SchemaToolingSettings;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.hibernate.tool.schema.Action;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.keycloak.models.jpa.entities.AuthenticationExecutionEntity;
import org.keycloak.models.jpa.entities.AuthenticationFlowEntity;
import org.keycloak.models.jpa.entities.AuthenticatorConfigEntity;
import org.keycloak.models.jpa.entities.ComponentConfigEntity;
import org.keycloak.models.jpa.entities.ComponentEntity;
import org.keycloak.models.jpa.entities.RealmAttributeEntity;
import org.keycloak.models.jpa.entities.RealmEntity;
import org.keycloak.models.jpa.entities.RealmLocalizationTextsEntity;
import org.keycloak.models.jpa.entities.RequiredActionProviderEntity;
import org.keycloak.models.jpa.entities.RequiredCredentialEntity;
import org.keycloak.models.jpa.entities.RoleAttributeEntity;
import org.keycloak.models.jpa.entities.RoleEntity;
import org.keycloak.models.jpa.entities.UserFederationMapperEntity;
import org.keycloak.models.jpa.entities.UserFederationProviderEntity;

class ReadEntitiesTest {

    private EntityManagerFactory h2;
    private EntityManager em;

    @BeforeEach
    void begin() {
        h2 = new HibernatePersistenceConfiguration("entities")
                .managedClasses(RealmEntity.class, RealmAttributeEntity.class, RealmLocalizationTextsEntity.class)
                .managedClasses(RequiredCredentialEntity.class, RequiredActionProviderEntity.class)
                .managedClasses(ComponentEntity.class, ComponentConfigEntity.class)
                .managedClasses(AuthenticationFlowEntity.class, AuthenticationExecutionEntity.class)
                .managedClasses(AuthenticatorConfigEntity.class, RoleEntity.class, RoleAttributeEntity.class)
                .managedClasses(UserFederationProviderEntity.class, UserFederationMapperEntity.class)
                .jdbcUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";NON_KEYWORDS=VALUE")
                // Some queries of these entities name others.
                .property(QuerySettings.QUERY_STARTUP_CHECKING, false)
                .property(SchemaToolingSettings.JAKARTA_HBM2DDL_DATABASE_ACTION, Action.CREATE)
                .createEntityManagerFactory();
        em = h2.createEntityManager();
        em.getTransaction().begin();
        RealmEntity realm = new RealmEntity();
        realm.setId("realm");
        realm.setName("acme");
        em.persist(realm);
        ComponentEntity component = new ComponentEntity();
        component.setId("component");
        component.setRealm(realm);
        ComponentConfigEntity config = new ComponentConfigEntity();
        config.setId("config");
        config.setName("priority");
        config.setComponent(component);
        component.setComponentConfigs(new HashSet<>(Set.of(config)));
        em.persist(component);
        RoleEntity role = new RoleEntity();
        role.setId("role");
        role.setName("before");
        role.setRealmId("realm");
        role.setClientRealmConstraint("realm");
        em.persist(role);
        em.flush();
        em.clear();
    }

    @AfterEach
    void end() {
        em.getTransaction().rollback();
        em.close();
        h2.close();
    }

    @Test
    void whatWasReadIsReadAgain() {
        RoleEntity role = em.find(RoleEntity.class, "role");
        em.createQuery("update RoleEntity r set r.name = 'after'").executeUpdate();
        assertThat(em.find(RoleEntity.class, "role").getName()).isEqualTo("before");

        ReadEntities.detach(em);

        assertThat(em.contains(role)).isFalse();
        assertThat(em.find(RoleEntity.class, "role").getName()).isEqualTo("after");
    }

    /** Keycloak's model of the realm reads further values from the entity later. */
    @Test
    void theRealmStaysAttached() {
        RealmEntity realm = em.find(RealmEntity.class, "realm");

        ReadEntities.detach(em);

        assertThat(em.contains(realm)).isTrue();
        assertThat(realm.getRealmLocalizationTexts()).isEmpty();
        assertThat(realm.getAuthenticationFlows()).isEmpty();
    }

    @Test
    void theComponentsOfTheRealmAreNotAddedAgain() {
        RealmEntity realm = em.find(RealmEntity.class, "realm");
        assertThat(realm.getComponents())
                .hasSize(1)
                .allSatisfy(
                        component -> assertThat(component.getComponentConfigs()).hasSize(1));

        ReadEntities.detach(em);

        assertThatNoException().isThrownBy(em::flush);
    }
}
