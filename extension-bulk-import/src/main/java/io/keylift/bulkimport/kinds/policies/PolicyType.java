// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.spi.Item;
import java.util.Map;
import java.util.Set;

/** One of the types of policies: what its records say, and how Keycloak's provider of the type stores that. */
interface PolicyType {

    /** Fields of a record that belong to the type, in addition to those of all policies. */
    Set<String> fields();

    /** Names what the record refers to; rejects have been made for what is missing. */
    default void need(PolicyRecord record, Identities identities) {}

    /** Rejects values that no config can have. Without any look-up. */
    default void check(Item<PolicyRecord> item) {}

    /** Sets the config that the record describes, and rejects the record if it cannot be. */
    default void configure(Item<PolicyRecord> item, PolicyConfig config, Identities identities) {}

    /** Names the ids in a config to an export. */
    default void collect(Map<String, String> config, IdentityNames names) {}

    /** Gives a record the fields of a config, for an export. */
    default void read(Map<String, String> config, IdentityNames names, PolicyRecord record) {}
}
