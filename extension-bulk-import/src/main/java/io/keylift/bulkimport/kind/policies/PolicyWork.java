// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.policies;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWork;
import io.keylift.bulkimport.rows.Columns;
import java.util.Map;
import java.util.Set;
import org.keycloak.authorization.jpa.entities.PolicyEntity;
import org.keycloak.representations.idm.authorization.DecisionStrategy;
import org.keycloak.representations.idm.authorization.Logic;

/**
 * A policy or permission in one attempt to write its chunk.
 *
 * @param <R> class of its record
 */
final class PolicyWork<R extends AuthorizationRecord> extends KeyedWork<R> {

    static final Columns<PolicyEntity, AuthorizationRecord> COLUMNS = Columns.<PolicyEntity, AuthorizationRecord>none()
            .with(AuthorizationRecord::getDescription, PolicyEntity::getDescription, PolicyEntity::setDescription)
            .with(AuthorizationRecord::getLogic, PolicyEntity::getLogic, PolicyEntity::setLogic, Logic.POSITIVE)
            .with(
                    AuthorizationRecord::getDecisionStrategy,
                    PolicyEntity::getDecisionStrategy,
                    PolicyEntity::setDecisionStrategy,
                    DecisionStrategy.UNANIMOUS);

    /** Internal id of the client, which is that of its resource server. */
    String server;

    /** What is stored; empty, without a row, for a new object. */
    StoredPolicy stored = StoredPolicy.NONE;

    /** What will be stored; {@code null} as long as that is open. */
    Map<String, String> config;

    Set<String> policies;
    Set<String> resources;
    Set<String> scopes;

    private boolean rowChanges;

    PolicyWork(Item<R> item) {
        super(item);
    }

    /** Changes the managed row; all other changes are only planned. */
    void changeRow(boolean merge) {
        rowChanges = COLUMNS.change(stored.row(), record, merge);
    }

    boolean isAggregate() {
        return PolicyTypes.AGGREGATE.equals(record.getType());
    }

    @Override
    public boolean isChange() {
        return rowChanges
                || changes(stored.config(), config)
                || changes(stored.policies(), policies)
                || changes(stored.resources(), resources)
                || changes(stored.scopes(), scopes);
    }

    private static boolean changes(Object stored, Object planned) {
        return planned != null && !planned.equals(stored);
    }
}
