// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.members;

import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * The removal of memberships. It requires the permission for an import, and reads only the user and the group of a
 * record.
 */
record MembersRemoval<R extends MemberContent>(MembersKind<R> kind) implements RecordOperation<R, R> {

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        kind.requirePermission(permissions, realm);
    }

    @Override
    public Set<String> fields() {
        return kind.keyFields();
    }

    @Override
    public String key(R member) {
        return kind.key(member);
    }

    @Override
    public RecordValidator<R, R> validator(ImportContext context) {
        return kind.validator(context);
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(R member) {
        return kind.uniqueKeys(member);
    }

    @Override
    public ChunkWriter<R> writer(ImportContext context) {
        return new MembersRemover<>(context);
    }
}
