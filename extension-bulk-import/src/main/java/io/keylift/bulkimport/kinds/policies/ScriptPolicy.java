// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.spi.Item;
import java.util.Set;

/** Policies that run a script which is installed in the server. */
final class ScriptPolicy implements PolicyType {

    @Override
    public Set<String> fields() {
        return Set.of();
    }

    /** Keycloak gives a policy without a description that of the script, which only the script's JAR contains. */
    @Override
    public void check(Item<PolicyRecord> item) {
        if (item.record().getDescription() == null) {
            PolicyLists.rejectMissing(item, "description", "A policy that runs a script requires a description");
        }
    }
}
