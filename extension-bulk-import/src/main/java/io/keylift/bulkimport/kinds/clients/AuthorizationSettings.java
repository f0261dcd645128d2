// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.Violation;
import org.keycloak.authorization.jpa.entities.ResourceServerEntity;
import org.keycloak.common.Profile;
import org.keycloak.models.ClientModel;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.representations.idm.authorization.DecisionStrategy;
import org.keycloak.representations.idm.authorization.ResourceServerRepresentation;

/** The resource server of a client, which exists as long as the client has authorization enabled. */
final class AuthorizationSettings {

    static final String POINTER = "/authorizationServicesEnabled";

    private final ImportContext context;
    private final ClientModel client;

    AuthorizationSettings(ImportContext context, ClientModel client) {
        this.context = context;
        this.client = client;
    }

    /** Reason why the client cannot have the authorization that the record asks for; {@code null} if it can. */
    Violation check(ClientRepresentation wanted, boolean serviceAccount) {
        if (!isWanted(wanted)) {
            return null;
        }
        if (!Profile.isFeatureEnabled(Profile.Feature.AUTHORIZATION)) {
            return new Violation(
                    RejectCode.UNSUPPORTED_FIELD, POINTER, "The server runs without the feature `authorization`");
        }
        if (!context.permissions().realm().canManageAuthorization(null)) {
            return new Violation(
                    RejectCode.FORBIDDEN,
                    POINTER,
                    "The caller does not have permission to manage the authorization of clients");
        }
        if (client.isBearerOnly() || client.isPublicClient()) {
            return needsConfidentialClient();
        }
        if (!serviceAccount) {
            return Violation.invalid(
                    "/serviceAccountsEnabled", "Authorization requires a client with a service account");
        }
        return null;
    }

    static Violation needsConfidentialClient() {
        return Violation.invalid(POINTER, "Authorization requires a confidential client");
    }

    /** The row of the resource server, or {@code null}. */
    ResourceServerEntity create(ClientRepresentation wanted) {
        if (!isWanted(wanted)) {
            return null;
        }
        ResourceServerEntity server = new ResourceServerEntity();
        server.setId(client.getId());
        server.setAllowRemoteResourceManagement(true);
        apply(wanted.getAuthorizationSettings(), server);
        return server;
    }

    /** Applies the record's settings to the resource server; does nothing for {@code null}. */
    static void apply(ResourceServerRepresentation settings, ResourceServerEntity server) {
        if (settings != null) {
            server.setAllowRemoteResourceManagement(settings.isAllowRemoteResourceManagement());
            server.setPolicyEnforcementMode(settings.getPolicyEnforcementMode());
            server.setDecisionStrategy(
                    settings.getDecisionStrategy() == null
                            ? DecisionStrategy.UNANIMOUS
                            : settings.getDecisionStrategy());
        }
    }

    private static boolean isWanted(ClientRepresentation wanted) {
        return Boolean.TRUE.equals(wanted.getAuthorizationServicesEnabled());
    }
}
