// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.capabilities.catalog;

import io.keylift.bulkimport.kind.spi.ChunkImporter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** What the two kinds that fill a realm's catalogue have in common. */
abstract class EntriesKind<R extends EntryRecord> implements ImportKind<R> {

    @Override
    public String keyField() {
        return "name";
    }

    @Override
    public String requiredPermission() {
        return "manage-realm";
    }

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions) {
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
    public ChunkImporter<R> importer(ImportContext context) {
        return new EntriesImporter<>(context);
    }
}
