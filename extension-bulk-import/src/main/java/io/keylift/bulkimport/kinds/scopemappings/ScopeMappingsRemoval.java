// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.scopemappings;

import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** The removal of scope mappings: a record removes the roles that it names from the scope. */
record ScopeMappingsRemoval(ScopeMappingsKind kind) implements RecordOperation<ScopeMappingRecord, ScopeMapping> {

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        kind.requirePermission(permissions, realm);
    }

    @Override
    public Set<String> fields() {
        return Set.of("client", "clientScope", "realmRoles", "clientRoles");
    }

    @Override
    public String key(ScopeMappingRecord record) {
        return kind.key(record);
    }

    /** In a comparison, a record may have no role. */
    @Override
    public RecordValidator<ScopeMappingRecord, ScopeMapping> validator(ImportContext context) {
        return new ScopeMappingRules(context.spec().isVerification());
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(ScopeMapping mapping) {
        return mapping.uniqueKeys();
    }

    @Override
    public ChunkWriter<ScopeMapping> writer(ImportContext context) {
        return new ScopeMappingsWriter(context, true);
    }
}
