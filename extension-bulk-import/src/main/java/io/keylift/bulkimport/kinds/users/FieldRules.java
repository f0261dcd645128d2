// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.NameRules;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
import io.keylift.request.Pointers;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.authentication.RequiredActionProvider;
import org.keycloak.component.ComponentModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.representations.idm.FederatedIdentityRepresentation;
import org.keycloak.representations.idm.UserConsentRepresentation;
import org.keycloak.storage.UserStorageProvider;

/** Checks the fields of a record that are not part of the user profile. */
final class FieldRules {

    private final Set<String> requiredActions;
    private final Set<String> userStorages;

    FieldRules(ImportContext context) {
        requiredActions = requiredActions(context.session());
        userStorages = context.realm()
                .getComponentsStream(context.realm().getId(), UserStorageProvider.class.getName())
                .map(ComponentModel::getId)
                .collect(Collectors.toSet());
    }

    /** Ids of the installed actions, enabled or not. The Admin API accepts only these. */
    static Set<String> requiredActions(KeycloakSession session) {
        return session.getKeycloakSessionFactory()
                .getProviderFactoriesStream(RequiredActionProvider.class)
                .map(factory -> factory.getId())
                .collect(Collectors.toSet());
    }

    boolean check(Item<UserRecord> item) {
        UserRecord user = item.record();
        return checkUnsupported(item, user)
                && TextRules.check(item, user.getServiceAccountClientId(), "/serviceAccountClientId")
                && checkId(item, user.getId())
                && checkFederationLink(item, user.getFederationLink())
                && checkRequiredActions(item, user.getRequiredActions(), "/requiredActions")
                && NameRules.checkRoles(item, user.getRealmRoles(), user.getClientRoles())
                && NameRules.check(item, user.getGroups(), "/groups")
                && checkFederatedIdentities(item, user.getFederatedIdentities(), "/federatedIdentities", true)
                && checkConsents(item, user.getClientConsents())
                && checkOrganizations(item, user.getOrganizations());
    }

    @SuppressWarnings("deprecation") // named to be refused
    private static boolean checkUnsupported(Item<UserRecord> item, UserRecord user) {
        return unsupported(item, isEmpty(user.getVerifiableCredentials()), "/verifiableCredentials")
                && unsupported(item, isEmpty(user.getIssuedVerifiableCredentials()), "/issuedVerifiableCredentials")
                && unsupported(item, isEmpty(user.getSocialLinks()), "/socialLinks")
                && unsupported(
                        item,
                        user.getApplicationRoles() == null
                                || user.getApplicationRoles().isEmpty(),
                        "/applicationRoles");
    }

    private static boolean isEmpty(Collection<?> values) {
        return values == null || values.isEmpty();
    }

    private static boolean unsupported(Item<UserRecord> item, boolean absent, String pointer) {
        if (!absent) {
            item.reject(RejectCode.UNSUPPORTED_FIELD, pointer, "An import of users cannot have this field");
        }
        return absent;
    }

    private static boolean checkId(Item<UserRecord> item, String id) {
        if (id != null && id.startsWith("f:")) {
            item.reject(RejectCode.INVALID, "/id", "An id that begins with `f:` belongs to a user storage");
            return false;
        }
        return TextRules.checkId(item, id, "/id");
    }

    private boolean checkFederationLink(Item<UserRecord> item, String link) {
        if (link == null || userStorages.contains(link)) {
            return true;
        }
        item.reject(RejectCode.INVALID, "/federationLink", "The realm has no user storage with this id");
        return false;
    }

    boolean checkRequiredActions(Item<?> item, List<String> actions, String place) {
        for (int i = 0; actions != null && i < actions.size(); i++) {
            if (actions.get(i) == null || !requiredActions.contains(actions.get(i))) {
                item.reject(
                        RejectCode.UNKNOWN_REQUIRED_ACTION,
                        Pointers.to(place, i),
                        "The server has no required action with this name");
            }
        }
        return !item.isRejected();
    }

    /** @param complete whether an identity must have the id of the user at the identity provider */
    static boolean checkFederatedIdentities(
            Item<?> item, List<FederatedIdentityRepresentation> identities, String place, boolean complete) {
        if (identities == null) {
            return true;
        }
        Set<String> providers = new HashSet<>();
        for (int i = 0; i < identities.size(); i++) {
            String pointer = Pointers.to(place, i);
            FederatedIdentityRepresentation identity = identities.get(i);
            if (identity == null || isBlank(identity.getIdentityProvider())) {
                item.reject(
                        RejectCode.MISSING, pointer + "/identityProvider", "The identity provider's alias is missing");
            } else if (complete && isBlank(identity.getUserId())) {
                item.reject(
                        RejectCode.MISSING,
                        pointer + "/userId",
                        "The id of the user at the identity provider is missing");
            } else if (!providers.add(identity.getIdentityProvider())) {
                item.reject(RejectCode.INVALID, pointer, "A user can have one identity per identity provider only");
            } else {
                TextRules.check(item, identity.getIdentityProvider(), TextRules.NAME, pointer + "/identityProvider");
                TextRules.check(item, identity.getUserId(), TextRules.NAME, pointer + "/userId");
                TextRules.check(item, identity.getUserName(), TextRules.NAME, pointer + "/userName");
            }
        }
        return !item.isRejected();
    }

    @SuppressWarnings("deprecation") // named to be refused
    private static boolean checkConsents(Item<UserRecord> item, List<UserConsentRepresentation> consents) {
        Set<String> clients = new HashSet<>();
        for (int i = 0; consents != null && i < consents.size(); i++) {
            String pointer = "/clientConsents/" + i;
            UserConsentRepresentation consent = consents.get(i);
            if (consent == null || isBlank(consent.getClientId())) {
                item.reject(RejectCode.MISSING, pointer + "/clientId", "The clientId is missing");
            } else if (!clients.add(consent.getClientId())) {
                item.reject(RejectCode.INVALID, pointer, "A user can have one consent per client only");
            } else if (!isEmpty(consent.getGrantedRealmRoles())) {
                item.reject(
                        RejectCode.UNSUPPORTED_FIELD,
                        pointer + "/grantedRealmRoles",
                        "Consents have no roles. Name the client scope in `grantedClientScopes`.");
            } else if (TextRules.check(item, consent.getClientId(), TextRules.NAME, pointer + "/clientId")) {
                NameRules.check(item, consent.getGrantedClientScopes(), pointer + "/grantedClientScopes");
            }
        }
        return !item.isRejected();
    }

    private static boolean checkOrganizations(Item<UserRecord> item, List<UserOrganization> organizations) {
        for (int i = 0; organizations != null && i < organizations.size(); i++) {
            String pointer = "/organizations/" + i;
            UserOrganization organization = organizations.get(i);
            if (organization == null || (isBlank(organization.getAlias()) && isBlank(organization.getId()))) {
                item.reject(RejectCode.MISSING, pointer + "/alias", "The alias or id of the organization is missing");
            } else if (NameRules.check(item, organization.getDepartments(), pointer + "/departments")) {
                TextRules.check(item, organization.getAlias(), pointer + "/alias");
                TextRules.check(item, organization.getId(), pointer + "/id");
            }
        }
        return !item.isRejected();
    }

    private static boolean isBlank(String value) {
        return value == null || value.isBlank();
    }
}
