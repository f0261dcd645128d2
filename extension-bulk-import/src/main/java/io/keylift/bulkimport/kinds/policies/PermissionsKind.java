// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordShape;
import java.util.Set;

/** Permissions of the clients that protect resources by Keycloak's Authorization Services. */
public final class PermissionsKind extends AuthorizationKind<PermissionRecord> {

    public PermissionsKind() {
        super(new Permissions());
    }

    @Override
    public KindInfo<PermissionRecord> info() {
        return new KindInfo<>(
                "permissions",
                PermissionRecord.class,
                "A permission of a client: the policies that apply to resources or scopes.",
                "client, name",
                "manage-authorization");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of("clients", "scopes", "resources", "policies");
    }

    @Override
    public RecordShape shape() {
        return shape("""
                        {"client": "billing", "name": "See invoices", "type": "scope", "resources": ["Invoices"],
                         "scopes": ["view"], "policies": ["Everybody"]}""", """
                        {"client": "billing", "name": "Work with invoices", "type": "resource",
                         "resourceType": "urn:billing:invoice", "policies": ["At work"],
                         "decisionStrategy": "AFFIRMATIVE"}""")
                .describes("type", "resource or scope.")
                .describes("policies", "Names or ids of policies of the same client.")
                .describes("resources", "Names or ids of resources of the same client; those of users by id only.")
                .describes("scopes", "Names or ids of scopes of the same client.")
                .describes("resourceType", "Type of the resources to which the permission applies.")
                .rule("resourceType", FieldRule.value().resets())
                .rule(FieldRule.list(), "resources", "scopes", "policies");
    }
}
