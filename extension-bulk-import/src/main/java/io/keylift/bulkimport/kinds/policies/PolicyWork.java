// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.shared.table.EntityWork;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.Map;
import java.util.Set;
import org.keycloak.authorization.jpa.entities.PolicyEntity;

/**
 * A policy or permission in one attempt to write its chunk.
 *
 * @param <R> class of its record
 */
final class PolicyWork<R extends AuthorizationRecord> extends EntityWork<PolicyEntity, R> {

    /** Internal id of the client, which is that of its resource server. */
    String server;

    /** Config to store; {@code null} until it is decided. */
    Map<String, String> config;

    Set<String> policies;
    Set<String> resources;
    Set<String> scopes;

    PolicyWork(Item<R> item) {
        super(item);
    }

    boolean isAggregate() {
        return PolicyTypes.AGGREGATE.equals(record.getType());
    }
}
