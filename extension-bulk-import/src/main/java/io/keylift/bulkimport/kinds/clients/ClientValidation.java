// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kind.spi.Violation;
import io.keylift.bulkimport.kinds.clients.draft.DetachedPersistence;
import java.util.Map;
import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.validation.ClientValidationContext;
import org.keycloak.validation.ClientValidationProvider;
import org.keycloak.validation.ValidationContext;
import org.keycloak.validation.ValidationError;
import org.keycloak.validation.ValidationResult;

/** Runs Keycloak's validation of clients on a draft. */
final class ClientValidation {

    /** Pointers by Keycloak's names of fields in errors, if they differ from those of the representation. */
    private static final Map<String, String> POINTERS = Map.ofEntries(
            Map.entry("rootUrl", "/rootUrl"),
            Map.entry("baseUrl", "/baseUrl"),
            Map.entry("adminUrl", "/adminUrl"),
            Map.entry("masterSamlProcessingUrl", "/adminUrl"),
            Map.entry("redirectUris", "/redirectUris"),
            Map.entry("protocol", "/protocol"),
            Map.entry("pairWise", "/protocolMappers"),
            Map.entry("postLogoutUris", "/attributes/post.logout.redirect.uris"),
            Map.entry("requestUris", "/attributes/request.uris"),
            Map.entry("backchannelLogoutUrl", "/attributes/backchannel.logout.url"),
            Map.entry("frontchannelLogoutUrl", "/attributes/frontchannel.logout.url"),
            Map.entry("jwksUrl", "/attributes/jwks.url"),
            Map.entry("defaultAcrValues", "/attributes/default.acr.values"),
            Map.entry("minimumAcrValue", "/attributes/minimum.acr.value"),
            Map.entry("logoUri", "/attributes/logoUri"),
            Map.entry("policyUri", "/attributes/policyUri"),
            Map.entry("tosUri", "/attributes/tosUri"));

    private final KeycloakSession session;

    ClientValidation(KeycloakSession session) {
        this.session = DetachedPersistence.withoutResourceServers(session);
    }

    /** The first violation of the client, or {@code null}. */
    Violation validate(ClientModel client, boolean create) {
        ClientValidationProvider provider = session.getProvider(ClientValidationProvider.class);
        if (provider == null) {
            return null;
        }
        ValidationContext.Event event = create ? ValidationContext.Event.CREATE : ValidationContext.Event.UPDATE;
        ValidationResult result = provider.validate(new ClientValidationContext(event, session, client));
        if (result.isValid()) {
            return null;
        }
        ValidationError error = result.getErrors().iterator().next();
        return Violation.invalid(pointer(client, error.getFieldId()), result.getAllErrorsAsString());
    }

    private static String pointer(ClientModel client, String field) {
        if (field == null) {
            return "";
        }
        String pointer = POINTERS.get(field);
        if (pointer == null) {
            pointer = client.getAttribute(field) == null ? "" : ClientRules.attribute(field);
        }
        return pointer;
    }
}
