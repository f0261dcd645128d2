// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.verification;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.List;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Compares the records of a kind with the objects of the realm. Reads as an export does, with the permissions of an
 * export. Records have no order and no keys: each is compared on its own.
 *
 * @param <R> class of a record
 */
public final class Verification<R> implements RecordOperation<R, R> {

    private final ImportKind<R, ?> kind;
    private final RecordComparison<R> comparison;
    private final RecordComparison<R> mergedComparison;

    /** @param kind a kind that has a source */
    public Verification(ImportKind<R, ?> kind) {
        this.kind = kind;
        this.comparison = new RecordComparison<>(kind, false);
        this.mergedComparison = new RecordComparison<>(kind, true);
    }

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        kind.source().requirePermission(permissions, realm);
    }

    @Override
    public String key(R record) {
        return kind.key(record);
    }

    /** A record must have a key that can be looked up, as for a removal. */
    @Override
    public RecordValidator<R, R> validator(ImportContext context) {
        RecordOperation<R, ?> removal = kind.removal();
        RecordValidator<R, ?> keys = removal == null ? Item::record : removal.validator(context);
        return RecordValidator.of(keys::validate);
    }

    /** The objects that no record names. */
    public UnlistedObjects<R> extraObjects(ImportJob job) {
        return new UnlistedObjects<>(kind, job);
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(R valid) {
        return List.of();
    }

    @Override
    public ChunkWriter<R> writer(ImportContext context) {
        return new VerificationWriter<>(
                kind.source(),
                context.spec().ifExists() == IfExists.MERGE ? mergedComparison : comparison,
                new ComparedContext(context),
                kind.removal() == null ? kind.info().keyField() : null);
    }
}
