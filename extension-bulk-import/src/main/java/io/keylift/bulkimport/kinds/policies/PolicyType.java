// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.spi.Item;
import java.util.Map;
import java.util.Set;

/** A type of policies: the fields of its records, and the config in which Keycloak's provider stores them. */
interface PolicyType {

    /** Fields of a record that belong to the type, in addition to those of all policies. */
    Set<String> fields();

    /** Registers the references of the record. Records with missing values are already rejected. */
    default void need(PolicyRecord record, Identities identities) {}

    /** Rejects values that no config can have, without any look-up. */
    default void check(Item<PolicyRecord> item) {}

    /** Sets the config that the record describes, or rejects the record. */
    default void configure(Item<PolicyRecord> item, PolicyConfig config, Identities identities) {}

    /** Registers the ids in a config, for an export. */
    default void collect(Map<String, String> config, IdentityNames names) {}

    /** Sets the fields of a record from a config, for an export. */
    default void read(Map<String, String> config, IdentityNames names, PolicyRecord record) {}
}
