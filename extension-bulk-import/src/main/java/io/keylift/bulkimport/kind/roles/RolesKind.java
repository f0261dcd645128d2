// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.roles;

import io.keylift.bulkimport.kind.reference.Rights;
import io.keylift.bulkimport.kind.spi.ChunkImporter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import jakarta.ws.rs.ForbiddenException;
import java.util.Collection;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Roles of the realm and of its clients, written as Keycloak's {@code POST /roles} and {@code POST /clients/{id}/roles} write them. */
public final class RolesKind implements ImportKind<RoleRecord> {

    @Override
    public String getId() {
        return "roles";
    }

    @Override
    public Class<RoleRecord> recordType() {
        return RoleRecord.class;
    }

    @Override
    public String description() {
        return "A role of the realm or of a client with its attributes and the roles it is composed of.";
    }

    @Override
    public String keyField() {
        return "name";
    }

    @Override
    public RecordShape shape() {
        return RecordShape.of("""
                        {"name": "editor"}""", """
                        {"name": "chief-editor", "description": "Whom editors ask",
                         "attributes": {"desk": ["front"], "languages": ["en", "de"]},
                         "composites": {"realm": ["editor", "offline_access"], "client": {"account": ["view-profile"]}}}""", """
                        {"name": "auditor", "client": "account", "composites": {"client": {"account": ["view-consent"]}}}""")
                .requires("name")
                .refuses("scopeParamRequired", "Composites.application")
                .describes("id", "Id of a new role; generated if absent.")
                .describes("name", "Unique in the realm or in its client.")
                .describes("client", "clientId of the client whose role this is; a role of the realm if absent.")
                .describes("attributes", "Values by attribute name.")
                .describes("composite", "true is taken for granted where composites are given; false forbids them.")
                .describes("composites", "Roles that whoever has this role has, too, in any order of records.")
                .describes("Composites.realm", "Names of roles of the realm.")
                .describes("Composites.client", "Names of roles by clientId.")
                .describes("clientRole", "Whether this is the role of a client; true if a client is given.")
                .describes(
                        "containerId",
                        "Internal id of the client of a client role, where client does not name it; otherwise passed over.");
    }

    @Override
    public String requiredPermission() {
        return "manage-realm or manage-clients";
    }

    /** Lets in who may manage any roles at all; which of them, each record asks. */
    @Override
    public void requirePermission(AdminPermissionEvaluator permissions) {
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
    public ChunkImporter<RoleRecord> importer(ImportContext context) {
        return new RolesImporter(context);
    }
}
