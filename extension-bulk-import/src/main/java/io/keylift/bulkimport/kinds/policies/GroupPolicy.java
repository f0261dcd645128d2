// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.TextRules;
import java.util.Map;
import java.util.Set;
import org.keycloak.representations.idm.authorization.GroupPolicyRepresentation.GroupDefinition;

/** Policies that name groups. */
final class GroupPolicy implements PolicyType {

    private static final String GROUPS = "groups";
    private static final String CLAIM = "groupsClaim";

    @Override
    public Set<String> fields() {
        return Set.of(GROUPS, CLAIM);
    }

    @Override
    public void check(Item<PolicyRecord> item) {
        PolicyLists.checkAll(
                item,
                GROUPS,
                item.record().getGroups(),
                group -> group.getId() == null ? group.getPath() : group.getId());
        TextRules.check(item, item.record().getGroupsClaim(), "/" + CLAIM);
    }

    @Override
    public void need(PolicyRecord record, Identities identities) {
        if (record.getGroups() != null) {
            record.getGroups().forEach(identities::needGroup);
        }
    }

    @Override
    public void configure(Item<PolicyRecord> item, PolicyConfig config, Identities identities) {
        if (item.record().getGroups() == null && !config.keeps(GROUPS)) {
            PolicyLists.rejectMissing(item, GROUPS, "A policy of this type requires a list of groups");
        }
        config.list(
                GROUPS,
                PolicyLists.elements(
                        item,
                        GROUPS,
                        item.record().getGroups(),
                        (group, pointer) -> PolicyLists.element(
                                identities.group(item, group, pointer), "extendChildren", group.isExtendChildren())));
        config.lasting(CLAIM, item.record().getGroupsClaim());
    }

    @Override
    public void collect(Map<String, String> config, IdentityNames names) {
        names.needGroups(PolicyConfig.elements(config.get(GROUPS)).keySet());
    }

    @Override
    public void read(Map<String, String> config, IdentityNames names, PolicyRecord record) {
        record.setGroups(PolicyLists.named(config, GROUPS, group -> {
            GroupDefinition named = names.group(group.path("id").asText());
            if (named != null) {
                named.setExtendChildren(group.path("extendChildren").asBoolean());
            }
            return named;
        }));
        record.setGroupsClaim(config.get(CLAIM));
    }
}
