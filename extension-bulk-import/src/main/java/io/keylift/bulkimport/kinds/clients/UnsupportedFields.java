// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import static io.keylift.request.Pointers.to;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.List;
import org.keycloak.representations.idm.authorization.DecisionStrategy;
import org.keycloak.representations.idm.authorization.ResourceServerRepresentation;

/** Fields of Keycloak's representation that an import of clients does not support, or not with these values. */
final class UnsupportedFields {

    private static final String SETTINGS = "/authorizationSettings";

    private UnsupportedFields() {}

    static void check(Item<ClientRecord> item) {
        ClientRecord client = item.record();
        refuse(item, "/registrationAccessToken", client.getRegistrationAccessToken() != null);
        refuse(item, "/origin", client.getOrigin() != null);
        refuseDeprecated(item);
        ResourceServerRepresentation settings = client.getAuthorizationSettings();
        if (settings != null) {
            checkSettings(item, settings);
        }
    }

    @SuppressWarnings("deprecation") // a user with an old export must learn that these fields have no effect
    private static void refuseDeprecated(Item<ClientRecord> item) {
        ClientRecord client = item.record();
        refuse(item, "/defaultRoles", client.getDefaultRoles() != null && client.getDefaultRoles().length > 0);
        refuse(item, "/useTemplateConfig", Boolean.TRUE.equals(client.isUseTemplateConfig()));
        refuse(item, "/useTemplateScope", Boolean.TRUE.equals(client.isUseTemplateScope()));
        refuse(item, "/useTemplateMappers", Boolean.TRUE.equals(client.isUseTemplateMappers()));
    }

    private static void checkSettings(Item<ClientRecord> item, ResourceServerRepresentation settings) {
        refuseList(item, "resources", settings.getResources());
        refuseList(item, "scopes", settings.getScopes());
        refuseList(item, "policies", settings.getPolicies());
        refuse(item, to(SETTINGS, "authorizationSchema"), settings.getAuthorizationSchema() != null);
        if (settings.getPolicyEnforcementMode() == null) {
            item.reject(RejectCode.MISSING, to(SETTINGS, "policyEnforcementMode"), "The enforcement mode is missing");
        }
        if (settings.getDecisionStrategy() == DecisionStrategy.CONSENSUS) {
            item.reject(
                    RejectCode.INVALID,
                    to(SETTINGS, "decisionStrategy"),
                    "A resource server requires the decision strategy `AFFIRMATIVE` or `UNANIMOUS`");
        }
    }

    private static void refuseList(Item<ClientRecord> item, String field, List<?> values) {
        refuse(item, to(SETTINGS, field), values != null && !values.isEmpty());
    }

    private static void refuse(Item<ClientRecord> item, String pointer, boolean given) {
        if (given) {
            item.reject(
                    RejectCode.UNSUPPORTED_FIELD,
                    pointer,
                    pointer.startsWith(SETTINGS)
                            ? "An import of clients cannot have this field. Import resources with kind `resources`."
                            : "An import of clients cannot have this field");
        }
    }
}
