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

    /** Keycloak describes a policy without a description as the script is, which only the script's JAR says. */
    @Override
    public void check(Item<PolicyRecord> item) {
        if (item.record().getDescription() == null) {
            PolicyLists.rejectMissing(item, "description", "A policy that runs a script requires a description");
        }
    }
}
