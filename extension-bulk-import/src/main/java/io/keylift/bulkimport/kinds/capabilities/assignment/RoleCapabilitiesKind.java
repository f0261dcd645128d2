// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.assignment;

import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.FieldDefault;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import io.keylift.capability.assignment.HolderType;
import jakarta.ws.rs.ForbiddenException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Changes the capabilities and sets of roles, as {@code PUT} and {@code PATCH capabilities/roles/{id}} do. */
public final class RoleCapabilitiesKind implements ImportKind<RoleCapabilitiesRecord, RoleCapabilitiesRecord> {

    @Override
    public KindInfo<RoleCapabilitiesRecord> info() {
        return new KindInfo<>(
                "role-capabilities",
                RoleCapabilitiesRecord.class,
                "The capabilities and sets of a role of the realm or of a client.",
                "role and client",
                "manage-realm or manage-clients");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of("clients", "roles", "capabilities", "capability-sets");
    }

    @Override
    public RecordShape shape() {
        return RecordShape.of("""
                        {"role": "offline_access", "add": ["orders.view"]}\
                        """, """
                        {"role": "view-profile", "client": "account", "set": ["order-clerk", "orders.view"]}\
                        """, """
                        {"role": "uma_authorization", "add": ["order-clerk", "orders.archive"],
                         "remove": ["orders.export"], "strict": false}\
                        """)
                .requires("role")
                .requires("add", "remove", "set")
                .describes("role", "Name of the role.")
                .describes("client", "clientId of the client that has the role. Default: a role of the realm.")
                .describes("add", "Names or ids of capabilities and sets to assign to the role.")
                .describes("remove", "Names or ids of capabilities and sets to unassign from the role.")
                .describes("set", "Names or ids of all capabilities and sets of the role. Excludes add and remove.")
                .describes("strict", "Whether an unknown name rejects the record. Default: true.")
                .rule("role", FieldRule.key())
                .rule("client", FieldRule.key("a role of the realm"))
                .grants("/add/*", "/set/*")
                .restricts("/remove")
                .rule("add", FieldRule.command(FieldDefault.NONE.noted("nothing"), "added"))
                .rule("remove", FieldRule.command(FieldDefault.NONE.noted("nothing"), "removed"))
                .rule("set", FieldRule.replacedList(FieldDefault.NONE.noted("nothing")))
                .rule(
                        "strict",
                        FieldRule.command(
                                        FieldDefault.of(true).noted("`true`: an unknown name is rejected"),
                                        "as for a new one")
                                .absenceNoted("`true`"));
    }

    /** Admits callers who may manage any role; each record checks the permission for its own role. */
    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        if (!Rights.mayManageAnyRole(permissions)) {
            throw new ForbiddenException();
        }
    }

    @Override
    public boolean isUnrestricted(AdminPermissionEvaluator permissions) {
        return permissions.realm().canManageRealm();
    }

    @Override
    public String key(RoleCapabilitiesRecord record) {
        return record.role();
    }

    /** Several records may change the same role. */
    @Override
    public Collection<UniqueKey> uniqueKeys(RoleCapabilitiesRecord record) {
        return List.of();
    }

    @Override
    public Collection<UniqueKey> sharedKeys(RoleCapabilitiesRecord record) {
        return List.of(new UniqueKey("capabilities of role", record.holder(), "/role"));
    }

    @Override
    public RecordValidator<RoleCapabilitiesRecord, RoleCapabilitiesRecord> validator(ImportContext context) {
        return RecordValidator.of(ChangeRules::checkRole);
    }

    @Override
    public ChunkWriter<RoleCapabilitiesRecord> writer(ImportContext context) {
        return new ChangesWriter<>(context, HolderType.ROLE, new RoleHolders(context, false));
    }

    @Override
    public RecordOperation<RoleCapabilitiesRecord, ?> removal() {
        return new AssignmentsRemoval<>(
                this,
                Set.of("role", "client", "add", "set"),
                ChangeRules::checkRemovalFromRole,
                HolderType.ROLE,
                context -> new RoleHolders(context, true));
    }

    @Override
    public RecordSource<RoleCapabilitiesRecord> source() {
        return new RoleCapabilitiesSource();
    }
}
