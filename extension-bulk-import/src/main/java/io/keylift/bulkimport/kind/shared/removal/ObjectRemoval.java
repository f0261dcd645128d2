// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * The removal of the objects that records name. It requires the permission for an import, and reads only the fields
 * that name an object: for most kinds, the key of a record.
 *
 * @param <R> class of a record
 */
public abstract class ObjectRemoval<R> implements RecordOperation<R, R> {

    private final ImportKind<R, ?> kind;
    private final Set<String> fields;

    /** @param fields fields of a record that are read */
    protected ObjectRemoval(ImportKind<R, ?> kind, Set<String> fields) {
        this.kind = kind;
        this.fields = fields;
    }

    @Override
    public final void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        kind.requirePermission(permissions, realm);
    }

    @Override
    public final Set<String> fields() {
        return fields;
    }

    @Override
    public final String key(R record) {
        return kind.key(record);
    }
}
