// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.cfg.QuerySettings;
import org.hibernate.cfg.SchemaToolingSettings;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.hibernate.tool.schema.Action;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.keycloak.authorization.jpa.entities.ResourceAttributeEntity;
import org.keycloak.authorization.jpa.entities.ResourceEntity;
import org.keycloak.authorization.jpa.entities.ResourceServerEntity;
import org.keycloak.authorization.jpa.entities.ScopeEntity;
import org.keycloak.models.jpa.entities.ClientAttributeEntity;
import org.keycloak.models.jpa.entities.ClientEntity;
import org.keycloak.models.jpa.entities.ClientScopeAttributeEntity;
import org.keycloak.models.jpa.entities.ClientScopeClientMappingEntity;
import org.keycloak.models.jpa.entities.ClientScopeEntity;
import org.keycloak.models.jpa.entities.CredentialEntity;
import org.keycloak.models.jpa.entities.FederatedIdentityEntity;
import org.keycloak.models.jpa.entities.GroupAttributeEntity;
import org.keycloak.models.jpa.entities.GroupEntity;
import org.keycloak.models.jpa.entities.OrganizationDomainEntity;
import org.keycloak.models.jpa.entities.OrganizationEntity;
import org.keycloak.models.jpa.entities.ProtocolMapperEntity;
import org.keycloak.models.jpa.entities.RoleAttributeEntity;
import org.keycloak.models.jpa.entities.RoleEntity;
import org.keycloak.models.jpa.entities.UserAttributeEntity;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.models.jpa.entities.UserGroupMembershipEntity;
import org.keycloak.models.jpa.entities.UserRequiredActionEntity;
import org.keycloak.models.jpa.entities.UserRoleMappingEntity;

/** Tests which entities the array form supports. The integration tests cover the form itself on PostgreSQL. */
class InsertsTest {

    private static EntityManagerFactory postgres;

    @BeforeAll
    static void mapEntities() {
        postgres = new HibernatePersistenceConfiguration("keycloak")
                .managedClasses(UserEntity.class, UserAttributeEntity.class, UserRequiredActionEntity.class)
                .managedClasses(CredentialEntity.class, FederatedIdentityEntity.class, UserGroupMembershipEntity.class)
                .managedClasses(UserRoleMappingEntity.class)
                .managedClasses(OrganizationEntity.class, OrganizationDomainEntity.class)
                .managedClasses(GroupEntity.class, GroupAttributeEntity.class)
                .managedClasses(ClientEntity.class, ClientAttributeEntity.class, ClientScopeClientMappingEntity.class)
                .managedClasses(ProtocolMapperEntity.class, ClientScopeEntity.class, ClientScopeAttributeEntity.class)
                .managedClasses(RoleEntity.class, RoleAttributeEntity.class)
                .managedClasses(
                        ResourceServerEntity.class,
                        ResourceEntity.class,
                        ResourceAttributeEntity.class,
                        ScopeEntity.class)
                .property(JdbcSettings.DIALECT, PostgreSQLDialect.class.getName())
                .property(JdbcSettings.ALLOW_METADATA_ON_BOOT, false)
                // Named queries refer to further entities, which an import does not write.
                .property(QuerySettings.QUERY_STARTUP_CHECKING, false)
                .createEntityManagerFactory();
    }

    @AfterAll
    static void close() {
        postgres.close();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                UserEntity.class,
                UserAttributeEntity.class,
                UserRoleMappingEntity.class,
                UserGroupMembershipEntity.class,
                UserRequiredActionEntity.class,
                CredentialEntity.class,
                FederatedIdentityEntity.class,
                OrganizationEntity.class,
                OrganizationDomainEntity.class,
                GroupEntity.class,
                GroupAttributeEntity.class,
                ClientEntity.class,
                ClientAttributeEntity.class,
                ClientScopeClientMappingEntity.class,
                ProtocolMapperEntity.class,
                RoleEntity.class,
                ResourceServerEntity.class,
                ResourceEntity.class,
                ResourceAttributeEntity.class,
                ScopeEntity.class
            })
    void everyEntityAnImportWritesIsInsertedByArrays(Class<?> entity) {
        assertThat(arrays(postgres, entity))
                .get()
                .satisfies(insert -> assertThat(insert.sql())
                        .matches("insert into \\w+ \\([\\w, ]+\\) select \\* from unnest\\((cast\\(\\? as"
                                + " \\w+\\[]\\)(, )?)+\\)"));
    }

    @Test
    void rowsGetIntoAnyDatabase() {
        try (EntityManagerFactory h2 = new HibernatePersistenceConfiguration("rows")
                        .managedClasses(Plain.class, Generated.class)
                        .jdbcUrl("jdbc:h2:mem:" + UUID.randomUUID())
                        .property(SchemaToolingSettings.JAKARTA_HBM2DDL_DATABASE_ACTION, Action.CREATE)
                        .createEntityManagerFactory();
                EntityManager em = h2.createEntityManager()) {
            em.getTransaction().begin();
            BulkInsert.insert(em, IntStream.range(0, 300).mapToObj(Plain::new).toList());
            BulkInsert.insert(
                    em, IntStream.range(0, 3).mapToObj(i -> new Generated()).toList());
            em.getTransaction().commit();

            assertThat(em.createQuery("select sum(p.id) from Plain p", Long.class)
                            .getSingleResult())
                    .isEqualTo(300 * 299 / 2);
            assertThat(em.createQuery("select count(g) from Generated g", Long.class)
                            .getSingleResult())
                    .isEqualTo(3);
            assertThat(arrays(h2, Plain.class)).isPresent();
            assertThat(arrays(h2, Generated.class))
                    .as("for ids that the database makes")
                    .isEmpty();
        }
    }

    private static Optional<ArrayInsert> arrays(EntityManagerFactory factory, Class<?> entity) {
        return ArrayInsert.of(factory.unwrap(SessionFactoryImplementor.class)
                .getMappingMetamodel()
                .getEntityDescriptor(entity));
    }

    @Entity(name = "Plain")
    static class Plain {
        @Id
        int id;

        Plain() {}

        Plain(int id) {
            this.id = id;
        }
    }

    @Entity(name = "Generated")
    static class Generated {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        int id;
    }
}
