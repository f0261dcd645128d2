// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.shared.authorization.ResourceServerRules;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
import java.util.Set;

/** Rules for policies and permissions that need no look-up. */
final class PolicyRules {

    private PolicyRules() {}

    static void checkKey(Item<? extends AuthorizationRecord> item) {
        ResourceServerRules.checkKey(item, "A client and a name are required");
    }

    static <R extends AuthorizationRecord> void check(Item<R> item) {
        R record = item.record();
        checkKey(item);
        PolicyTable.<R>of().check(item);
        if (record.getType() == null || record.getType().isBlank()) {
            item.reject(RejectCode.MISSING, "/type", "The type is missing");
        }
        rejectGiven(item, "/owner", record.getOwner());
        rejectGiven(item, "/resourcesData", record.getResourcesData());
        rejectGiven(item, "/scopesData", record.getScopesData());
        checkNames(item, "/policies", record.getPolicies());
        checkNames(item, "/resources", record.getResources());
        checkNames(item, "/scopes", record.getScopes());
    }

    /** Rejects a field that no import supports. */
    static void rejectGiven(Item<?> item, String pointer, Object value) {
        if (value != null) {
            item.reject(RejectCode.UNSUPPORTED_FIELD, pointer, "An import cannot carry this field");
        }
    }

    private static void checkNames(Item<?> item, String pointer, Set<String> names) {
        for (String name : AuthorizationRecord.orNone(names)) {
            if (name == null || name.isBlank()) {
                item.reject(RejectCode.MISSING, pointer, "An id or name is missing");
            }
            TextRules.check(item, name, TextRules.NAME, pointer);
        }
    }
}
