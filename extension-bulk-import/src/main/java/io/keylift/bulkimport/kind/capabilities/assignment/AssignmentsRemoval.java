// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.capabilities.assignment;

import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * The removal of assignments: a record takes what its {@code add} or {@code set} names from its role or user.
 *
 * @param fields fields of a record that are read
 * @param holders creates what finds the roles or users of a chunk
 */
record AssignmentsRemoval<R extends ChangeRecord>(
        ImportKind<R, R> kind, Set<String> fields, Consumer<Item<R>> rules, Function<ImportContext, Holders<R>> holders)
        implements RecordOperation<R, R> {

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        kind.requirePermission(permissions, realm);
    }

    @Override
    public String key(R record) {
        return kind.key(record);
    }

    @Override
    public RecordValidator<R, R> validator(ImportContext context) {
        return RecordValidator.of(rules);
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(R record) {
        return kind.uniqueKeys(record);
    }

    @Override
    public Collection<UniqueKey> sharedKeys(R record) {
        return kind.sharedKeys(record);
    }

    @Override
    public ChunkWriter<R> writer(ImportContext context) {
        return new AssignmentsRemover<>(context, holders.apply(context));
    }
}
