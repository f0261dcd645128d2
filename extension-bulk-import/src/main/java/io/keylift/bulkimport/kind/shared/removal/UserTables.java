// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.rows.Queries;
import java.util.List;
import org.keycloak.models.jpa.entities.UserEntity;

/** The tables with rows of a user, referencing tables first. */
final class UserTables {

    private static final List<String> DELETIONS = List.of(
            "delete from UserAttributeEntity a where a.user.id in (:values)",
            "delete from UserRequiredActionEntity a where a.user.id in (:values)",
            "delete from CredentialEntity c where c.user.id in (:values)",
            "delete from FederatedIdentityEntity f where f.user.id in (:values)",
            "delete from UserRoleMappingEntity m where m.user.id in (:values)",
            "delete from UserGroupMembershipEntity m where m.user.id in (:values)",
            "delete from UserConsentClientScopeEntity s where s.userConsent.id in"
                    + " (select c.id from UserConsentEntity c where c.user.id in (:values))",
            "delete from UserConsentEntity c where c.user.id in (:values)",
            "delete from IssuedVerifiableCredentialEntity v where v.user.id in (:values)",
            "delete from UserVerifiableCredentialEntity v where v.user.id in (:values)",
            "delete from WorkflowStateEntity w where w.resourceId in (:values)",
            // Rows that Keycloak adds to users of a user storage. Keycloak deletes here for any user, too.
            "delete from BrokerLinkEntity b where b.userId in (:values)",
            "delete from FederatedUserAttributeEntity a where a.userId in (:values)",
            "delete from FederatedUserConsentClientScopeEntity s where s.userConsent.id in"
                    + " (select c.id from FederatedUserConsentEntity c where c.userId in (:values))",
            "delete from FederatedUserConsentEntity c where c.userId in (:values)",
            "delete from FederatedUserCredentialEntity c where c.userId in (:values)",
            "delete from FederatedUserGroupMembershipEntity m where m.userId in (:values)",
            "delete from FederatedUserRequiredActionEntity a where a.userId in (:values)",
            "delete from FederatedUserRoleMappingEntity m where m.userId in (:values)",
            "delete from FederatedUser u where u.id in (:values)",
            "delete from FederatedUserIssuedVerifiableCredentialEntity v where v.userId in (:values)",
            "delete from FederatedUserVerifiableCredentialEntity v where v.userId in (:values)");

    private UserTables() {}

    static void delete(Queries rows, List<String> ids) {
        DELETIONS.forEach(deletion -> rows.execute(deletion, ids));
        LockedObjects.delete(rows, UserEntity.class, ids);
    }
}
