// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.spi.Item;
import java.util.Map;
import java.util.Set;

/** Policies that name users. */
final class UserPolicy implements PolicyType {

    private static final String USERS = "users";

    @Override
    public Set<String> fields() {
        return Set.of(USERS);
    }

    @Override
    public void check(Item<PolicyRecord> item) {
        PolicyLists.checkAll(item, USERS, item.record().getUsers(), user -> user);
    }

    @Override
    public void need(PolicyRecord record, Identities identities) {
        if (record.getUsers() != null) {
            record.getUsers().forEach(identities::needUser);
        }
    }

    @Override
    public void configure(Item<PolicyRecord> item, PolicyConfig config, Identities identities) {
        config.list(
                USERS,
                PolicyLists.elements(
                        item,
                        USERS,
                        item.record().getUsers(),
                        (user, pointer) -> PolicyLists.text(identities.user(item, user, pointer))));
    }

    @Override
    public void collect(Map<String, String> config, IdentityNames names) {
        names.needUsers(PolicyConfig.elements(config.get(USERS)).keySet());
    }

    @Override
    public void read(Map<String, String> config, IdentityNames names, PolicyRecord record) {
        record.setUsers(PolicyLists.named(config, USERS, user -> names.user(user.asText())));
    }
}
