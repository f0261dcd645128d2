// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.shared.table.CollectionTable;
import io.keylift.bulkimport.kind.shared.table.EntityTable;
import io.keylift.bulkimport.kind.shared.table.MapTable;
import io.keylift.bulkimport.kind.shared.table.Property;
import io.keylift.bulkimport.kind.spi.FieldDefault;
import io.keylift.bulkimport.kind.spi.FieldRule;
import org.keycloak.authorization.jpa.entities.PolicyEntity;
import org.keycloak.representations.idm.authorization.DecisionStrategy;
import org.keycloak.representations.idm.authorization.Logic;

/** The tables of policies and permissions. The fields of a type decide the rows of the child tables. */
final class PolicyTable {

    static final MapTable<PolicyEntity, PolicyWork<?>> CONFIG =
            new MapTable<>(null, null, PolicyEntity.class, "config", work -> work.config);

    static final CollectionTable<PolicyEntity, PolicyWork<?>> POLICIES =
            CollectionTable.references(null, null, PolicyEntity.class, "associatedPolicies", work -> work.policies);

    static final CollectionTable<PolicyEntity, PolicyWork<?>> RESOURCES =
            CollectionTable.references(null, null, PolicyEntity.class, "resources", work -> work.resources);

    static final CollectionTable<PolicyEntity, PolicyWork<?>> SCOPES =
            CollectionTable.references(null, null, PolicyEntity.class, "scopes", work -> work.scopes);

    private PolicyTable() {}

    /** The tables of policies or of permissions. */
    static <R extends AuthorizationRecord> EntityTable<PolicyEntity, R, PolicyWork<R>> of() {
        return EntityTable.<PolicyEntity, R, PolicyWork<R>>of(
                        "RESOURCE_SERVER_POLICY", PolicyEntity.class, PolicyEntity::new)
                .rule("client", FieldRule.key())
                .column(
                        "name",
                        FieldRule.key(),
                        Property.of(R::getName, R::setName),
                        Property.of(PolicyEntity::getName, PolicyEntity::setName))
                .id("id", Property.of(R::getId, R::setId), Property.of(PolicyEntity::getId, PolicyEntity::setId))
                .column(
                        "type",
                        FieldRule.fixed(FieldDefault.REQUIRED).alwaysRequired(),
                        Integer.MAX_VALUE,
                        Property.of(R::getType, R::setType),
                        Property.of(PolicyEntity::getType, PolicyEntity::setType))
                .column(
                        "description",
                        FieldRule.value().resets(),
                        Property.of(R::getDescription, R::setDescription),
                        Property.of(PolicyEntity::getDescription, PolicyEntity::setDescription))
                .column(
                        "logic",
                        FieldRule.value(FieldDefault.of(Logic.POSITIVE.name())).resets(),
                        Property.named(Logic.class, R::getLogic, R::setLogic),
                        Property.named(Logic.class, PolicyEntity::getLogic, PolicyEntity::setLogic))
                .column(
                        "decisionStrategy",
                        FieldRule.value(FieldDefault.of(DecisionStrategy.UNANIMOUS.name()))
                                .resets(),
                        Property.named(DecisionStrategy.class, R::getDecisionStrategy, R::setDecisionStrategy),
                        Property.named(
                                DecisionStrategy.class,
                                PolicyEntity::getDecisionStrategy,
                                PolicyEntity::setDecisionStrategy))
                .child(CONFIG)
                .child(POLICIES)
                .child(RESOURCES)
                .child(SCOPES);
    }
}
