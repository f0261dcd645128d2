// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import io.keylift.bulkimport.job.Warning;
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
 * An operation that delegates to another one. A subclass overrides methods.
 *
 * @param <R> class of a record
 * @param <V> class of a valid record
 */
public abstract class DelegatingOperation<R, V> implements RecordOperation<R, V> {

    private final RecordOperation<R, V> operation;

    protected DelegatingOperation(RecordOperation<R, V> operation) {
        this.operation = operation;
    }

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        operation.requirePermission(permissions, realm);
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
    public RecordValidator<R, V> validator(ImportContext context) {
        return operation.validator(context);
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(V valid) {
        return operation.uniqueKeys(valid);
    }

    @Override
    public Collection<UniqueKey> sharedKeys(V valid) {
        return operation.sharedKeys(valid);
    }

    @Override
    public Collection<UniqueKey> excludedKeys(V valid) {
        return operation.excludedKeys(valid);
    }

    @Override
    public Collection<UniqueKey> unconstrainedKeys(V valid) {
        return operation.unconstrainedKeys(valid);
    }

    @Override
    public Warning warning(V valid) {
        return operation.warning(valid);
    }

    @Override
    public ChunkWriter<V> writer(ImportContext context) {
        return operation.writer(context);
    }
}
