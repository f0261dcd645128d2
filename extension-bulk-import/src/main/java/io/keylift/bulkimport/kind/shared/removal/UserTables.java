// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.Table;
import java.util.List;
import org.keycloak.models.jpa.entities.CredentialEntity;
import org.keycloak.models.jpa.entities.FederatedIdentityEntity;
import org.keycloak.models.jpa.entities.IssuedVerifiableCredentialEntity;
import org.keycloak.models.jpa.entities.UserAttributeEntity;
import org.keycloak.models.jpa.entities.UserConsentClientScopeEntity;
import org.keycloak.models.jpa.entities.UserConsentEntity;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.models.jpa.entities.UserGroupMembershipEntity;
import org.keycloak.models.jpa.entities.UserRequiredActionEntity;
import org.keycloak.models.jpa.entities.UserRoleMappingEntity;
import org.keycloak.models.jpa.entities.UserVerifiableCredentialEntity;
import org.keycloak.models.workflow.WorkflowStateEntity;
import org.keycloak.storage.jpa.entity.BrokerLinkEntity;
import org.keycloak.storage.jpa.entity.FederatedUser;
import org.keycloak.storage.jpa.entity.FederatedUserAttributeEntity;
import org.keycloak.storage.jpa.entity.FederatedUserConsentClientScopeEntity;
import org.keycloak.storage.jpa.entity.FederatedUserConsentEntity;
import org.keycloak.storage.jpa.entity.FederatedUserCredentialEntity;
import org.keycloak.storage.jpa.entity.FederatedUserGroupMembershipEntity;
import org.keycloak.storage.jpa.entity.FederatedUserIssuedVerifiableCredentialEntity;
import org.keycloak.storage.jpa.entity.FederatedUserRequiredActionEntity;
import org.keycloak.storage.jpa.entity.FederatedUserRoleMappingEntity;
import org.keycloak.storage.jpa.entity.FederatedUserVerifiableCredentialEntity;

/** The tables with rows of a user, referencing tables first. */
final class UserTables {

    private static final List<String> DELETIONS = List.of(
            deletion(UserAttributeEntity.class),
            deletion(UserRequiredActionEntity.class),
            deletion(CredentialEntity.class),
            deletion(FederatedIdentityEntity.class),
            deletion(UserRoleMappingEntity.class),
            deletion(UserGroupMembershipEntity.class),
            ofConsents(UserConsentClientScopeEntity.class, UserConsentEntity.class),
            deletion(UserConsentEntity.class),
            deletion(IssuedVerifiableCredentialEntity.class),
            deletion(UserVerifiableCredentialEntity.class),
            deletion(WorkflowStateEntity.class, "RESOURCE_ID"),
            // Rows that Keycloak adds to users of a user storage. Keycloak deletes here for any user, too.
            deletion(BrokerLinkEntity.class),
            deletion(FederatedUserAttributeEntity.class),
            ofConsents(FederatedUserConsentClientScopeEntity.class, FederatedUserConsentEntity.class),
            deletion(FederatedUserConsentEntity.class),
            deletion(FederatedUserCredentialEntity.class),
            deletion(FederatedUserGroupMembershipEntity.class),
            deletion(FederatedUserRequiredActionEntity.class),
            deletion(FederatedUserRoleMappingEntity.class),
            deletion(FederatedUser.class, "ID"),
            deletion(FederatedUserIssuedVerifiableCredentialEntity.class),
            deletion(FederatedUserVerifiableCredentialEntity.class),
            deletion(UserEntity.class, "ID"));

    private UserTables() {}

    private static String deletion(Class<?> entity) {
        return deletion(entity, "USER_ID");
    }

    private static String deletion(Class<?> entity, String column) {
        return table(entity) + " where " + column + " in (:values)";
    }

    private static String ofConsents(Class<?> entity, Class<?> consents) {
        return table(entity) + " where USER_CONSENT_ID in (select ID from {h-schema}" + deletion(consents) + ")";
    }

    private static String table(Class<?> entity) {
        return entity.getAnnotation(Table.class).name();
    }

    /** @throws IllegalStateException if a user does not exist */
    static void delete(Queries rows, List<String> ids) {
        LockedObjects.requireAll(UserEntity.class.getSimpleName(), rows.deleteFrom(DELETIONS, ids), ids);
    }
}
