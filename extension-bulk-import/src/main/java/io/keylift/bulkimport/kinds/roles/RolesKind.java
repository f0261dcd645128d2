// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.roles;

import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import jakarta.ws.rs.ForbiddenException;
import java.util.Collection;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Roles of the realm and of its clients, written as Keycloak's {@code POST /roles} and {@code POST /clients/{id}/roles}
 * write them.
 */
public final class RolesKind implements ImportKind<RoleRecord, RoleRecord> {

    @Override
    public KindInfo<RoleRecord> info() {
        return new KindInfo<>(
                "roles",
                RoleRecord.class,
                "A role of the realm or of a client with its attributes and composites.",
                "name",
                "manage-realm or manage-clients");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of("clients");
    }

    @Override
    public RecordShape shape() {
        return RecordShape.of("""
                        {"name": "editor"}""", """
                        {"name": "chief-editor", "description": "Whom editors ask",
                         "attributes": {"desk": ["front"], "languages": ["en", "de"]},
                         "composites": {"realm": ["editor", "offline_access"],
                                        "client": {"account": ["view-profile"]}}}""", """
                        {"name": "auditor", "client": "account",
                         "composites": {"client": {"account": ["view-consent"]}}}""")
                .givesIds("/id")
                .grants("/composites/realm/*", "/composites/client/*", "/composites/client/*/*")
                .requires("name")
                .refuses("scopeParamRequired", "Composites.application")
                .describes("id", "Id of a new role. Default: generated.")
                .describes("name", "Unique among the roles of the realm or of the client.")
                .describes("client", "clientId of the client that has the role. Default: a role of the realm.")
                .describes("attributes", "Values by attribute name.")
                .describes("composite", "Default: true if the record has composites. false excludes composites.")
                .describes("composites", "Roles that this role includes, in any order of records.")
                .describes("Composites.realm", "Names of roles of the realm.")
                .describes("Composites.client", "Names of client roles by clientId.")
                .describes("clientRole", "Whether the role belongs to a client. Default: true if client is given.")
                .describes("containerId", "Internal id of the client of a client role. Ignored if client is given.")
                .rules(RoleTable.TABLE.rules());
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
    public String key(RoleRecord role) {
        return role.name();
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(RoleRecord role) {
        return role.uniqueKeys();
    }

    @Override
    public RecordValidator<RoleRecord, RoleRecord> validator(ImportContext context) {
        return RecordValidator.of(RoleRules::check);
    }

    @Override
    public ChunkWriter<RoleRecord> writer(ImportContext context) {
        return new RolesWriter(context);
    }

    @Override
    public RecordOperation<RoleRecord, ?> removal() {
        return new RolesRemoval(this);
    }

    @Override
    public RecordSource<RoleRecord> source() {
        return new RolesSource();
    }
}
