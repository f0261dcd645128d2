// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.TextRules;
import java.util.Map;
import java.util.Set;

/** Policies that compare a claim or attribute with a regular expression. */
final class RegexPolicy implements PolicyType {

    private static final String CLAIM = "targetClaim";
    private static final String PATTERN = "pattern";
    private static final String CONTEXT = "targetContextAttributes";

    @Override
    public Set<String> fields() {
        return Set.of(CLAIM, PATTERN, CONTEXT);
    }

    @Override
    public void check(Item<PolicyRecord> item) {
        TextRules.check(item, item.record().getTargetClaim(), "/" + CLAIM);
        TextRules.check(item, item.record().getPattern(), "/" + PATTERN);
    }

    @Override
    public void configure(Item<PolicyRecord> item, PolicyConfig config, Identities identities) {
        PolicyRecord record = item.record();
        config.text(CLAIM, record.getTargetClaim());
        config.text(PATTERN, record.getPattern());
        config.flag(CONTEXT, record.getTargetContextAttributes());
    }

    @Override
    public void read(Map<String, String> config, IdentityNames names, PolicyRecord record) {
        record.setTargetClaim(config.get(CLAIM));
        record.setPattern(config.get(PATTERN));
        record.setTargetContextAttributes(Boolean.valueOf(config.get(CONTEXT)));
    }
}
