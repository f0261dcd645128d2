// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.kind.shared.removal.RemovalEvent;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.List;
import java.util.Set;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.representations.idm.authorization.AbstractPolicyRepresentation;
import org.keycloak.representations.idm.authorization.DecisionStrategy;
import org.keycloak.representations.idm.authorization.Logic;
import org.keycloak.util.JsonSerialization;

/** Fires the admin events of Keycloak's Admin API for each policy, if the import has events for each record. */
final class PolicyEvents {

    private PolicyEvents() {}

    /** @param noun segment of the path of such objects */
    static void fire(ImportContext context, String noun, PolicyWork<?> work) {
        AuthorizationRecord record = work.record;
        ObjectNode shown = JsonSerialization.mapper.valueToTree(record);
        shown.remove("client");
        shown.put("id", work.id);
        if (record.getLogic() == null) {
            shown.put("logic", Logic.POSITIVE.name());
        }
        if (record.getDecisionStrategy() == null) {
            shown.put("decisionStrategy", DecisionStrategy.UNANIMOUS.name());
        }
        if (PolicyTypes.REGEX.equals(record.getType()) && !shown.hasNonNull("targetContextAttributes")) {
            shown.put("targetContextAttributes", false);
        }
        for (String list : List.of("roles", "groups", "clientScopes")) {
            if (shown.has(list)) {
                // Keycloak shows ids here, except for users and clients, which it shows as sent.
                shown.putArray(list)
                        .addAll(PolicyConfig.elements(work.config.get(list)).values());
            }
        }
        if (work.isNew()) {
            // POST replaces names by ids, and PUT does not.
            showIds(shown, "policies", work.policies);
            showIds(shown, "resources", work.resources);
            showIds(shown, "scopes", work.scopes);
        }
        context.adminEvent()
                .resource(ResourceType.AUTHORIZATION_POLICY)
                .operation(work.isNew() ? OperationType.CREATE : OperationType.UPDATE)
                .resourcePath("clients", work.server, "authz/resource-server", noun, record.getType(), work.id)
                .representation(shown)
                .success();
    }

    private static void showIds(ObjectNode shown, String list, Set<String> ids) {
        if (shown.hasNonNull(list)) {
            ArrayNode array = shown.putArray(list);
            ids.forEach(array::add);
        }
    }

    /** @param policy representation of the policy in Keycloak's event */
    static RemovalEvent removed(String server, String noun, AbstractPolicyRepresentation policy) {
        return new RemovalEvent(
                ResourceType.AUTHORIZATION_POLICY,
                "clients/" + server + "/authz/resource-server/" + noun + "/" + policy.getType() + "/" + policy.getId(),
                policy);
    }
}
