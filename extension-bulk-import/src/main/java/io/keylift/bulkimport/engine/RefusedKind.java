// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Rejects all records of a kind, in a job whose other kinds go on. Requires no permission and writes nothing. */
final class RefusedKind<R> implements RecordOperation<R, R> {

    private final RecordOperation<R, ?> operation;
    private final Refusal refusal;

    /** Why no record of a kind can be written. */
    record Refusal(String code, String message) {}

    /** @param operation the one that is refused; it tells what is read of a record */
    RefusedKind(RecordOperation<R, ?> operation, Refusal refusal) {
        this.operation = operation;
        this.refusal = refusal;
    }

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        // Who may not write a record may still learn that it is rejected.
    }

    @Override
    public Set<String> fields() {
        return operation.fields();
    }

    @Override
    public String key(R record) {
        return operation.key(record);
    }

    @Override
    public RecordValidator<R, R> validator(ImportContext context) {
        return RecordValidator.of(item -> item.reject(refusal.code(), "/kind", refusal.message()));
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(R record) {
        return List.of();
    }

    @Override
    public ChunkWriter<R> writer(ImportContext context) {
        return new ChunkWriter<>() {
            @Override
            public void resolve(List<Item<R>> items) {
                throw new IllegalStateException("All records are rejected");
            }

            @Override
            public void write(List<Item<R>> items) {
                throw new IllegalStateException("All records are rejected");
            }
        };
    }
}
