// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.Violation;
import io.keylift.bulkimport.kinds.clients.draft.DraftClient;
import java.util.Objects;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.authorization.jpa.entities.ResourceServerEntity;
import org.keycloak.models.ClientSecretConstants;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.protocol.oidc.OIDCClientSecretConfigWrapper;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.representations.idm.authorization.ResourceServerRepresentation;
import org.keycloak.services.clientpolicy.ClientPolicyException;
import org.keycloak.services.clientpolicy.context.AdminClientUpdateContext;
import org.keycloak.services.clientpolicy.context.AdminClientUpdatedContext;
import org.keycloak.services.resources.admin.AdminAuth;
import org.keycloak.services.resources.admin.fgap.ClientPermissionEvaluator;

/**
 * Changes existing clients as {@code PUT /clients/{id}} does, with Keycloak's own code on copies of their rows. Unlike
 * {@code PUT}, it also sets client scopes and authorization settings to those of the record.
 */
final class ClientUpdates {

    private final ImportContext context;
    private final KeycloakSession session;
    private final RealmModel realm;
    private final ClientColumns columns;
    private final ClientValidation validation;

    ClientUpdates(ImportContext context, RealmModel realm, ClientColumns columns) {
        this.context = context;
        this.realm = realm;
        this.columns = columns;
        session = context.session();
        validation = new ClientValidation(session);
    }

    /** The change; {@code null} after a reject. */
    ClientChange plan(ClientWork work, StoredClient stored) {
        ClientRepresentation representation = work.client.copy();
        Violation fault;
        try {
            fault = forbidden(representation, stored);
            if (fault == null) {
                ClientState before = ClientState.of(columns, stored.draft);
                ClientChange.User user = apply(representation, stored);
                ClientChange change =
                        new ClientChange(stored, representation, before, ClientState.of(columns, stored.draft));
                change.user = user;
                fault = check(work.client, change);
                if (fault == null) {
                    return change;
                }
            }
        } catch (ClientPolicyException e) {
            fault = ClientFaults.of(e);
        } catch (RuntimeException e) {
            fault = ClientFaults.of(e);
        }
        fault.rejects(work.item);
        return null;
    }

    private Violation forbidden(ClientRepresentation given, StoredClient stored) {
        ClientPermissionEvaluator rights = context.permissions().clients();
        if (!rights.canConfigure(stored.draft)) {
            return ClientRights.FORBIDDEN;
        }
        Boolean fullScope = given.isFullScopeAllowed();
        if (fullScope != null && fullScope != stored.draft.isFullScopeAllowed() && !rights.canManage(stored.draft)) {
            return new Violation(
                    RejectCode.FORBIDDEN,
                    "/fullScopeAllowed",
                    "The caller does not have permission to change the scope of this client");
        }
        return null;
    }

    private ClientChange.User apply(ClientRepresentation given, StoredClient stored) throws ClientPolicyException {
        DraftClient client = stored.draft;
        AdminAuth caller = context.permissions().adminAuth();
        String secret = client.getSecret();
        MergedRepresentation.leaveOutShown(given, client);
        if (!context.spec().givesBack()) {
            MergedRepresentation.leaveOutEmpty(given, client);
        }
        boolean merge = context.spec().ifExists() == IfExists.MERGE;
        if (merge) {
            MergedRepresentation.merge(given, stored);
        }
        session.setAttribute(ClientSecretConstants.CLIENT_SECRET_ROTATION_ENABLED, Boolean.FALSE);
        session.clientPolicy().triggerOnEvent(new AdminClientUpdateContext(given, client, caller));
        ClientChange.User user = applyServiceAccount(given, stored);
        if (Boolean.TRUE.equals(given.isBearerOnly()) || Boolean.TRUE.equals(given.isPublicClient())) {
            given.setAuthorizationServicesEnabled(false);
        }
        MergedRepresentation.set(given, client, session, merge);
        if (context.spec().givesBack()) {
            MergedRepresentation.clear(given, client);
        }
        session.clientPolicy().triggerOnEvent(new AdminClientUpdatedContext(given, client, caller));
        boolean rotates =
                !Boolean.FALSE.equals(session.getAttribute(ClientSecretConstants.CLIENT_SECRET_ROTATION_ENABLED));
        if (!rotates && !Objects.equals(secret, client.getSecret())) {
            // Without a change of the secret, the rotated secret stays, which clients may still use.
            OIDCClientSecretConfigWrapper.fromClientModel(client).removeClientSecretRotationInfo();
        }
        session.removeAttribute(ClientSecretConstants.CLIENT_SECRET_ROTATION_ENABLED);
        return user;
    }

    /**
     * A new service account brings its client scope. Unlike with {@code PUT}, an existing one does not bring it again.
     */
    private ClientChange.User applyServiceAccount(ClientRepresentation given, StoredClient stored) {
        boolean present = stored.userId != null;
        boolean assigned = ServiceAccountScope.isAssigned(stored.draft);
        if (Boolean.TRUE.equals(given.isServiceAccountsEnabled())) {
            if (!present) {
                ServiceAccountScope.enable(realm, stored.draft);
            }
            return present ? ClientChange.User.STAYS : ClientChange.User.COMES;
        }
        boolean disabled =
                Boolean.FALSE.equals(given.isServiceAccountsEnabled()) || !stored.draft.isServiceAccountsEnabled();
        if (disabled && (present || assigned)) {
            ServiceAccountScope.disable(realm, stored.draft);
        }
        return disabled && present ? ClientChange.User.GOES : ClientChange.User.STAYS;
    }

    private Violation check(ClientRecord record, ClientChange change) {
        DraftClient client = change.stored.draft;
        // The result of an undo is compared afterwards.
        Violation fault = context.spec().givesBack() ? null : ClientFaults.lost(record, client);
        if (fault == null) {
            fault = forbiddenScopes(record, change);
        }
        if (fault == null
                && record.wantsAuthorization()
                && !Boolean.TRUE.equals(change.representation.getAuthorizationServicesEnabled())) {
            fault = AuthorizationSettings.needsConfidentialClient();
        }
        if (fault == null) {
            fault = applyAuthorization(change);
        }
        return fault == null ? validation.validate(client, false) : fault;
    }

    /** {@code PUT} ignores client scopes. To add or remove one, the caller needs permission to manage client scopes. */
    private Violation forbiddenScopes(ClientRecord record, ClientChange change) {
        // The scope of service accounts is an exception if it is added or removed with the account: that only requires
        // permission to change the client.
        DraftClient client = change.stored.draft;
        boolean changes = ServiceAccountScope.isAssigned(client) == client.isServiceAccountsEnabled()
                ? change.changesScopesOtherThan(ServiceAccountScope.id(realm, client))
                : change.changesScopes();
        return !changes || context.permissions().clients().canManageClientScopes()
                ? null
                : new Violation(
                        RejectCode.FORBIDDEN,
                        record.copy().getDefaultClientScopes() == null
                                ? "/optionalClientScopes"
                                : "/defaultClientScopes",
                        "The caller does not have permission to change the client scopes of this client");
    }

    private Violation applyAuthorization(ClientChange change) {
        StoredClient stored = change.stored;
        boolean wanted = Boolean.TRUE.equals(change.representation.getAuthorizationServicesEnabled());
        if (stored.resourceServer == null) {
            AuthorizationSettings settings = new AuthorizationSettings(context, stored.draft);
            Violation fault = settings.check(change.representation, hasUser(change));
            change.addedServer = fault == null ? settings.create(change.representation) : null;
            return fault;
        }
        if (!wanted) {
            change.removesServer = true;
            return forbiddenRemoval(stored);
        }
        return applySettings(change, stored.resourceServer);
    }

    private static boolean hasUser(ClientChange change) {
        return change.user == ClientChange.User.COMES
                || (change.user == ClientChange.User.STAYS && change.stored.userId != null);
    }

    private Violation forbiddenRemoval(StoredClient stored) {
        if (isOfAdminPermissions(stored)) {
            return Violation.invalid(
                    AuthorizationSettings.POINTER,
                    "Authorization of the client for admin permissions cannot be disabled");
        }
        return mayManageAuthorization(stored)
                ? null
                : new Violation(
                        RejectCode.FORBIDDEN,
                        AuthorizationSettings.POINTER,
                        "The caller does not have permission to manage the authorization of this client");
    }

    private boolean isOfAdminPermissions(StoredClient stored) {
        return AdminPermissionsSchema.SCHEMA.isAdminPermissionClient(context.realm(), stored.id());
    }

    private boolean mayManageAuthorization(StoredClient stored) {
        return Rights.of(context).mayManageAuthorization(context, stored.id());
    }

    private Violation applySettings(ClientChange change, ResourceServerEntity server) {
        ResourceServerRepresentation settings = change.representation.getAuthorizationSettings();
        if (settings == null) {
            return null;
        }
        ResourceServerEntity wanted = new ResourceServerEntity();
        AuthorizationSettings.apply(settings, wanted);
        change.changesServer = wanted.isAllowRemoteResourceManagement() != server.isAllowRemoteResourceManagement()
                || wanted.getPolicyEnforcementMode() != server.getPolicyEnforcementMode()
                || wanted.getDecisionStrategy() != server.getDecisionStrategy();
        if (change.changesServer && isOfAdminPermissions(change.stored)) {
            return Violation.invalid(
                    "/authorizationSettings",
                    "The authorization settings of the client for admin permissions cannot be changed");
        }
        if (change.changesServer && !mayManageAuthorization(change.stored)) {
            return new Violation(
                    RejectCode.FORBIDDEN,
                    "/authorizationSettings",
                    "The caller does not have permission to manage the authorization of this client");
        }
        return null;
    }
}
