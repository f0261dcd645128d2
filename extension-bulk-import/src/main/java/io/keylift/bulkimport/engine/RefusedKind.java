// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.kind.DelegatingOperation;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import java.util.List;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Rejects all records of a kind, in a job whose other kinds go on. Requires no permission and writes nothing. */
final class RefusedKind<R, V> extends DelegatingOperation<R, V> {

    private final Refusal refusal;

    /** Why no record of a kind can be written. */
    record Refusal(String code, String message) {}

    /** @param operation the refused operation; it determines which fields of a record are read */
    RefusedKind(RecordOperation<R, V> operation, Refusal refusal) {
        super(operation);
        this.refusal = refusal;
    }

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        // Who may not write a record may still learn that it is rejected.
    }

    @Override
    public RecordValidator<R, V> validator(ImportContext context) {
        return item -> {
            item.reject(refusal.code(), "/kind", refusal.message());
            return null;
        };
    }

    @Override
    public ChunkWriter<V> writer(ImportContext context) {
        return new ChunkWriter<>() {
            @Override
            public void resolve(List<Item<V>> items) {
                throw new IllegalStateException("All records are rejected");
            }

            @Override
            public void write(List<Item<V>> items) {
                throw new IllegalStateException("All records are rejected");
            }
        };
    }
}
