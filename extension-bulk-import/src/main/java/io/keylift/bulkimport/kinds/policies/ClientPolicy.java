// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.spi.Item;
import java.util.Map;
import java.util.Set;

/** Policies that name clients. */
final class ClientPolicy implements PolicyType {

    private static final String CLIENTS = "clients";

    @Override
    public Set<String> fields() {
        return Set.of(CLIENTS);
    }

    @Override
    public void check(Item<PolicyRecord> item) {
        PolicyLists.checkAll(item, CLIENTS, item.record().getClients(), client -> client);
    }

    @Override
    public void need(PolicyRecord record, Identities identities) {
        if (record.getClients() != null) {
            record.getClients().forEach(identities::needClient);
        }
    }

    @Override
    public void configure(Item<PolicyRecord> item, PolicyConfig config, Identities identities) {
        if (item.record().getClients() == null && !config.keeps(CLIENTS)) {
            PolicyLists.rejectMissing(item, CLIENTS, "A policy of this type requires a list of clients");
        }
        config.list(
                CLIENTS,
                PolicyLists.elements(
                        item,
                        CLIENTS,
                        item.record().getClients(),
                        (client, pointer) -> PolicyLists.text(identities.client(item, client, pointer))));
    }

    @Override
    public void collect(Map<String, String> config, IdentityNames names) {
        names.needClients(PolicyConfig.elements(config.get(CLIENTS)).keySet());
    }

    @Override
    public void read(Map<String, String> config, IdentityNames names, PolicyRecord record) {
        record.setClients(PolicyLists.named(config, CLIENTS, client -> names.client(client.asText())));
    }
}
