// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import static io.keylift.request.Pointers.to;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.Map;
import java.util.Set;
import org.keycloak.representations.idm.authorization.RolePolicyRepresentation.RoleDefinition;

/** Policies that name roles. */
final class RolePolicy implements PolicyType {

    private static final String ROLES = "roles";
    private static final String FETCH = "fetchRoles";

    @Override
    public Set<String> fields() {
        return Set.of(ROLES, FETCH);
    }

    @Override
    public void check(Item<PolicyRecord> item) {
        PolicyLists.checkAll(item, ROLES, item.record().getRoles(), RoleDefinition::getId);
    }

    @Override
    public void need(PolicyRecord record, Identities identities) {
        if (record.getRoles() != null) {
            record.getRoles().forEach(role -> identities.needRole(role.getId()));
        }
    }

    @Override
    public void configure(Item<PolicyRecord> item, PolicyConfig config, Identities identities) {
        PolicyRecord record = item.record();
        config.list(
                ROLES,
                PolicyLists.elements(
                        item,
                        ROLES,
                        record.getRoles(),
                        (role, pointer) -> PolicyLists.element(
                                identities.role(item, role.getId(), to(pointer, "id")),
                                "required",
                                role.isRequired())));
        config.lasting(FETCH, record.getFetchRoles() == null ? null : String.valueOf(record.getFetchRoles()));
    }

    @Override
    public void collect(Map<String, String> config, IdentityNames names) {
        names.needRoles(PolicyConfig.elements(config.get(ROLES)).keySet());
    }

    @Override
    public void read(Map<String, String> config, IdentityNames names, PolicyRecord record) {
        record.setRoles(PolicyLists.named(config, ROLES, role -> {
            String name = names.role(role.path("id").asText());
            JsonNode required = role.path("required");
            return name == null ? null : new RoleDefinition(name, required.asBoolean());
        }));
        if (config.get(FETCH) != null) {
            record.setFetchRoles(Boolean.valueOf(config.get(FETCH)));
        }
    }
}
