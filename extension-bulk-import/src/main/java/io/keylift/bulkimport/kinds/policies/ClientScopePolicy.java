// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import static io.keylift.request.Pointers.to;

import io.keylift.bulkimport.kind.spi.Item;
import java.util.Map;
import java.util.Set;
import org.keycloak.representations.idm.authorization.ClientScopePolicyRepresentation.ClientScopeDefinition;

/** Policies that name client scopes. */
final class ClientScopePolicy implements PolicyType {

    private static final String SCOPES = "clientScopes";

    @Override
    public Set<String> fields() {
        return Set.of(SCOPES);
    }

    @Override
    public void check(Item<PolicyRecord> item) {
        PolicyLists.checkAll(item, SCOPES, item.record().getClientScopes(), ClientScopeDefinition::getId);
    }

    @Override
    public void need(PolicyRecord record, Identities identities) {
        if (record.getClientScopes() != null) {
            record.getClientScopes().forEach(scope -> identities.needClientScope(scope.getId()));
        }
    }

    @Override
    public void configure(Item<PolicyRecord> item, PolicyConfig config, Identities identities) {
        config.list(
                SCOPES,
                PolicyLists.elements(
                        item,
                        SCOPES,
                        item.record().getClientScopes(),
                        (scope, pointer) -> PolicyLists.element(
                                identities.clientScope(item, scope.getId(), to(pointer, "id")),
                                "required",
                                scope.isRequired())));
    }

    @Override
    public void collect(Map<String, String> config, IdentityNames names) {
        names.needClientScopes(PolicyConfig.elements(config.get(SCOPES)).keySet());
    }

    @Override
    public void read(Map<String, String> config, IdentityNames names, PolicyRecord record) {
        record.setClientScopes(PolicyLists.named(config, SCOPES, scope -> {
            String name = names.clientScope(scope.path("id").asText());
            return name == null
                    ? null
                    : new ClientScopeDefinition(name, scope.path("required").asBoolean());
        }));
    }
}
