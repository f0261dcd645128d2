// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.ReadContext;
import java.util.Map;
import java.util.Set;

/**
 * The difference between policies and permissions, which Keycloak stores in the same tables.
 *
 * @param <R> class of a record
 */
interface PolicyFamily<R extends AuthorizationRecord> {

    /** Noun for an object in messages, and segment of its path in the Admin API. */
    String noun();

    /** Whether the type belongs to this family, whether or not the server has it. */
    boolean has(String type);

    /** Condition in JPQL for the types of this family, on entity {@code o}, without types that no import accepts. */
    String condition();

    /** Rejects a record with values that its type does not allow, without any look-up. */
    void check(Item<R> item, ReadContext context);

    /** Registers the references of the record. */
    void need(R record, Identities identities);

    /** Sets the config that the record describes, or rejects the record. */
    void configure(Item<R> item, PolicyConfig config, Identities identities);

    /** A record with the fields of the config, for an export. */
    R record(String type, Map<String, String> config, IdentityNames names);

    /** Registers the ids in a config of this type, for an export. */
    void collect(String type, Map<String, String> config, IdentityNames names);

    /**
     * Replaces ids and names in a record by the names of an export.
     *
     * @param stored record of the stored object, whose names need no look-up
     */
    default void normalize(R record, R stored, IdentityNames names) {}

    /** Fields of the type for the policies, resources and scopes that it refers to. */
    Set<String> links(String type);
}
