// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.spi.FieldDefault;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordShape;
import java.util.Set;

/** Policies of the clients that protect resources by Keycloak's Authorization Services. */
public final class PoliciesKind extends AuthorizationKind<PolicyRecord> {

    public PoliciesKind() {
        super(new Policies());
    }

    @Override
    public KindInfo<PolicyRecord> info() {
        return new KindInfo<>(
                "policies",
                PolicyRecord.class,
                "A policy by which a client grants or denies access, with the fields of its type.",
                "client, name",
                "manage-authorization");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of("clients", "client-scopes", "roles", "groups", "users", "scopes", "resources");
    }

    @Override
    public RecordShape shape() {
        FieldRule required = FieldRule.list(FieldDefault.REQUIRED).required();
        return shape("""
                        {"client": "billing", "name": "Everybody", "type": "role",
                         "roles": [{"id": "offline_access"}, {"id": "account/view-profile", "required": true}]}""", """
                        {"client": "billing", "name": "In office hours", "type": "time",
                         "hour": "8", "hourEnd": "17"}""", """
                        {"client": "billing", "name": "At work", "type": "aggregate", "decisionStrategy": "UNANIMOUS",
                         "policies": ["Everybody", "In office hours"]}""")
                .refuses("resources", "scopes", "resourceType")
                .describes(
                        "type",
                        "role, user, client, group, client-scope, time, regex, aggregate, capability, or the id of a"
                                + " script that is installed in the server.")
                .describes("policies", "Of aggregate policies: names or ids of policies of the same client.")
                .describes("roles", "Of role policies.")
                .describes("RoleDefinition.id", "Name or id of a role; of a client role, clientId/name.")
                .describes("fetchRoles", "Of role policies: whether to read the roles of the user, not of the token.")
                .describes("users", "Of user policies: ids or usernames.")
                .describes("clients", "Of client policies: clientIds or internal ids.")
                .describes("groups", "Of group policies.")
                .describes("GroupDefinition.id", "Id of a group of the realm.")
                .describes("GroupDefinition.path", "Path of a group of the realm. Used if id is absent.")
                .describes("groupsClaim", "Of group policies: claim with the groups of the user.")
                .describes("clientScopes", "Of client scope policies.")
                .describes("ClientScopeDefinition.id", "Name or id of a client scope.")
                .describes("capabilities", "Of capability policies: names of capabilities and sets.")
                .describes("requireAll", "Of capability policies: whether the user must have all of them.")
                .rule("policies", FieldRule.list())
                .rule("roles", FieldRule.list().resets())
                .rule("fetchRoles", FieldRule.value())
                .rule("users", FieldRule.list().resets())
                .rule(required, "clients", "groups")
                .rule("groupsClaim", FieldRule.value())
                .rule("clientScopes", FieldRule.list().resets())
                .rule(
                        FieldRule.value().resets(),
                        "notBefore",
                        "notOnOrAfter",
                        "dayMonth",
                        "dayMonthEnd",
                        "month",
                        "monthEnd",
                        "year",
                        "yearEnd",
                        "hour",
                        "hourEnd",
                        "minute",
                        "minuteEnd",
                        "targetClaim",
                        "pattern")
                .rule(
                        "targetContextAttributes",
                        FieldRule.value(FieldDefault.of(false)).resets().storesNoBlanks())
                .rule("capabilities", required)
                .rule(
                        "requireAll",
                        FieldRule.value(FieldDefault.of(false)).resets().storesNoBlanks());
    }
}
