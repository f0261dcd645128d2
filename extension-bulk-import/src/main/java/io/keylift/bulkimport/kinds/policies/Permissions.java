// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
import java.util.Map;
import java.util.Set;

/** Permissions: they protect resources and scopes by other policies. */
final class Permissions implements PolicyFamily<PermissionRecord> {

    private static final Set<String> TYPES = Set.of("resource", "scope");
    private static final String RESOURCE_TYPE = "defaultResourceType";

    @Override
    public String noun() {
        return "permission";
    }

    @Override
    public boolean has(String type) {
        return TYPES.contains(type);
    }

    @Override
    public String condition() {
        return "o.type in ('resource', 'scope')";
    }

    @Override
    public void check(Item<PermissionRecord> item, ReadContext context) {
        PermissionRecord record = item.record();
        if (!has(record.getType())) {
            item.reject(RejectCode.INVALID, "/type", "The type of a permission must be `resource` or `scope`");
        }
        TextRules.check(item, record.getResourceType(), "/resourceType");
    }

    @Override
    public void need(PermissionRecord record, Identities identities) {}

    @Override
    public void configure(Item<PermissionRecord> item, PolicyConfig config, Identities identities) {
        config.text(RESOURCE_TYPE, item.record().getResourceType());
    }

    @Override
    public void collect(String type, Map<String, String> config, IdentityNames names) {}

    @Override
    public PermissionRecord record(String type, Map<String, String> config, IdentityNames names) {
        PermissionRecord record = new PermissionRecord();
        record.setResourceType(config.get(RESOURCE_TYPE));
        return record;
    }

    @Override
    public Set<String> links(String type) {
        return Set.of("policies", "resources", "scopes");
    }
}
