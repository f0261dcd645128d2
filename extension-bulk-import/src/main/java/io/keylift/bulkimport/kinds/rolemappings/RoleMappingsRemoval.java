// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.rolemappings;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.shared.reference.Organizations;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** The removal of role mappings: a record removes the roles that it names from the user, group or department. */
record RoleMappingsRemoval(RoleMappingsKind kind) implements RecordOperation<RoleMappingRecord, RoleMapping> {

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        kind.requirePermission(permissions, realm);
    }

    @Override
    public Set<String> fields() {
        return Set.of(
                "username", "email", "userId", "group", "organization", "department", "realmRoles", "clientRoles");
    }

    @Override
    public String key(RoleMappingRecord record) {
        return kind.key(record);
    }

    /** In a comparison, a record may have no role. */
    @Override
    public RecordValidator<RoleMappingRecord, RoleMapping> validator(ImportContext context) {
        boolean organizations = Organizations.areEnabled(context);
        return context.spec().isVerification()
                ? RoleMappingRules.ofImport(IfExists.OVERWRITE, organizations)
                : RoleMappingRules.ofRemoval(organizations);
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(RoleMapping mapping) {
        return mapping.uniqueKeys();
    }

    @Override
    public ChunkWriter<RoleMapping> writer(ImportContext context) {
        return new RoleMappingsWriter(context, true);
    }
}
