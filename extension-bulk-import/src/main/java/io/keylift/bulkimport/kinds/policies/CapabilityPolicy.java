// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import static io.keylift.request.Pointers.to;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.TextRules;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Keylift's own type. The names of capabilities are not references: the policy reads them when it is evaluated. */
final class CapabilityPolicy implements PolicyType {

    private static final String CAPABILITIES = "capabilities";
    private static final String ALL = "requireAll";

    @Override
    public Set<String> fields() {
        return Set.of(CAPABILITIES, ALL);
    }

    @Override
    public void check(Item<PolicyRecord> item) {
        List<String> names = item.record().getCapabilities();
        PolicyLists.checkAll(item, CAPABILITIES, names, name -> name);
        for (int i = 0; names != null && i < names.size(); i++) {
            TextRules.check(item, names.get(i), TextRules.NAME, to("/" + CAPABILITIES, i));
        }
        if (names != null && names.isEmpty()) {
            PolicyLists.rejectMissing(item, CAPABILITIES, "A capability policy requires names of capabilities or sets");
        }
    }

    @Override
    public void configure(Item<PolicyRecord> item, PolicyConfig config, Identities identities) {
        List<String> names = item.record().getCapabilities();
        if (names == null && !config.keeps(CAPABILITIES)) {
            PolicyLists.rejectMissing(item, CAPABILITIES, "A capability policy requires names of capabilities or sets");
        }
        Map<String, JsonNode> elements = names == null ? null : new TreeMap<>();
        if (names != null) {
            names.forEach(name -> elements.put(name, PolicyConfig.text(name)));
        }
        config.list(CAPABILITIES, elements);
        config.flag(ALL, item.record().getRequireAll());
    }

    @Override
    public void read(Map<String, String> config, IdentityNames names, PolicyRecord record) {
        record.setCapabilities(PolicyLists.named(config, CAPABILITIES, JsonNode::asText));
        record.setRequireAll(Boolean.valueOf(config.get(ALL)));
    }
}
