// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.ReadContext;
import java.util.Map;
import java.util.Set;

/**
 * What tells policies from permissions, which Keycloak stores in the same tables.
 *
 * @param <R> class of a record
 */
interface PolicyFamily<R extends AuthorizationRecord> {

    /** How texts name an object, and the segment of its path in the Admin API. */
    String noun();

    /** Whether the type belongs to this family, whether or not the server has it. */
    boolean has(String type);

    /** The same as a condition in JPQL for {@code o}, without types that no import takes. */
    String condition();

    /** Rejects what cannot be in a record of its type, without any look-up. */
    void check(Item<R> item, ReadContext context);

    /** Names what the record refers to. */
    void need(R record, Identities identities);

    /** Sets the config that the record describes, and rejects the record if it cannot be. */
    void configure(Item<R> item, PolicyConfig config, Identities identities);

    /** A record with the fields of the config, for an export. */
    R record(String type, Map<String, String> config, IdentityNames names);

    /** Names the ids in a config of this type to an export. */
    void collect(String type, Map<String, String> config, IdentityNames names);

    /**
     * Writes the names in a record as an export does: also what the record names by its id.
     *
     * @param stored the record of an export, whose names need no look-up
     */
    default void normalize(R record, R stored, IdentityNames names) {}

    /** Fields of the type for the policies, resources and scopes that it refers to. */
    Set<String> links(String type);
}
