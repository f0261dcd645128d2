// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.catalog;

import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Common part of the two kinds that fill a realm's catalog. */
abstract class EntriesKind<R extends EntryRecord> implements ImportKind<R, R> {

    KindInfo<R> info(String id, Class<R> recordType, String description) {
        return new KindInfo<>(id, recordType, description, "name", "manage-realm");
    }

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        permissions.realm().requireManageRealm();
    }

    @Override
    public String key(R record) {
        return record.name();
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(R record) {
        return record.uniqueKeys();
    }

    @Override
    public RecordValidator<R, R> validator(ImportContext context) {
        return RecordValidator.of(EntryRules::check);
    }

    @Override
    public ChunkWriter<R> writer(ImportContext context) {
        return new EntriesWriter<>(context, false);
    }

    @Override
    public RecordOperation<R, R> removal() {
        return new EntriesRemoval<>(this);
    }
}
