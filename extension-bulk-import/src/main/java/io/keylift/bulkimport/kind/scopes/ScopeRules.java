// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.scopes;

import io.keylift.bulkimport.kind.TextRules;
import io.keylift.bulkimport.kind.authorization.ResourceServerRules;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.List;

/** Rules for a scope that need no look-up. */
final class ScopeRules {

    private ScopeRules() {}

    static void check(Item<ScopeRecord> item) {
        ScopeRecord scope = item.record();
        ResourceServerRules.checkKey(item, "A scope requires a client and a name");
        TextRules.checkId(item, scope.getId(), "/id");
        TextRules.check(item, scope.getDisplayName(), TextRules.NAME, "/displayName");
        TextRules.check(item, scope.getIconUri(), TextRules.NAME, "/iconUri");
        rejectGiven(item, "/policies", scope.getPolicies());
        rejectGiven(item, "/resources", scope.getResources());
    }

    private static void rejectGiven(Item<ScopeRecord> item, String pointer, List<?> list) {
        if (list != null && !list.isEmpty()) {
            item.reject(
                    RejectCode.UNSUPPORTED_FIELD,
                    pointer,
                    "An import of scopes cannot have policies or resources of a scope");
        }
    }
}
