// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.rows.OwnedTable;
import org.keycloak.models.jpa.entities.CredentialEntity;
import org.keycloak.models.jpa.entities.FederatedIdentityEntity;
import org.keycloak.models.jpa.entities.UserAttributeEntity;
import org.keycloak.models.jpa.entities.UserConsentEntity;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.models.jpa.entities.UserGroupMembershipEntity;
import org.keycloak.models.jpa.entities.UserRequiredActionEntity;
import org.keycloak.models.jpa.entities.UserRoleMappingEntity;

/** The tables of users, with the columns that a change or an export needs. */
final class UserTables {

    static final OwnedTable USERS = OwnedTable.of(UserEntity.class, "id", "ID")
            .text("realmId", "REALM_ID")
            .text("username", "USERNAME")
            .text("email", "EMAIL")
            .text("emailConstraint", "EMAIL_CONSTRAINT")
            .text("firstName", "FIRST_NAME")
            .text("lastName", "LAST_NAME")
            .truth("enabled", "ENABLED")
            .truth("emailVerified", "EMAIL_VERIFIED")
            .text("federationLink", "FEDERATION_LINK")
            .text("serviceAccountClientLink", "SERVICE_ACCOUNT_CLIENT_LINK")
            .number("notBefore", "NOT_BEFORE")
            .number("createdTimestamp", "CREATED_TIMESTAMP");

    static final OwnedTable ATTRIBUTES = ofUser(UserAttributeEntity.class)
            .text("id", "ID")
            .text("name", "NAME")
            .text("value", "VALUE")
            .text("longValue", "LONG_VALUE")
            .inOrderOf("id");

    static final OwnedTable ROLES = ofUser(UserRoleMappingEntity.class).text("roleId", "ROLE_ID");

    static final OwnedTable MEMBERSHIPS = ofUser(UserGroupMembershipEntity.class)
            .text("groupId", "GROUP_ID")
            .text("membershipType", "MEMBERSHIP_TYPE");

    static final OwnedTable REQUIRED_ACTIONS = ofUser(UserRequiredActionEntity.class)
            .text("action", "REQUIRED_ACTION")
            .inOrderOf("action");

    static final OwnedTable IDENTITIES = ofUser(FederatedIdentityEntity.class)
            .text("realmId", "REALM_ID")
            .text("identityProvider", "IDENTITY_PROVIDER")
            .text("userId", "FEDERATED_USER_ID")
            .text("userName", "FEDERATED_USERNAME")
            .inOrderOf("identityProvider");

    static final OwnedTable CREDENTIALS = ofUser(CredentialEntity.class)
            .text("id", "ID")
            .text("type", "TYPE")
            .text("userLabel", "USER_LABEL")
            .number("createdDate", "CREATED_DATE")
            .text("secretData", "SECRET_DATA")
            .text("credentialData", "CREDENTIAL_DATA")
            .number("priority", "PRIORITY")
            .inOrderOf("priority", "id");

    static final OwnedTable CONSENTS = ofUser(UserConsentEntity.class)
            .text("id", "ID")
            .text("clientId", "CLIENT_ID")
            .number("createdDate", "CREATED_DATE")
            .number("lastUpdatedDate", "LAST_UPDATED_DATE");

    private UserTables() {}

    private static OwnedTable ofUser(Class<?> entity) {
        return OwnedTable.of(entity, "user.id", "USER_ID");
    }
}
