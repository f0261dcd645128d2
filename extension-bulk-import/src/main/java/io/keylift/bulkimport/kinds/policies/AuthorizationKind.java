// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.shared.authorization.ResourceServerKind;
import io.keylift.bulkimport.kind.shared.authorization.ResourceServerRules;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;

/**
 * Base class of the kinds of policies and of permissions.
 *
 * @param <R> class of a record
 */
abstract class AuthorizationKind<R extends AuthorizationRecord> extends ResourceServerKind<R> {

    private final PolicyFamily<R> family;

    AuthorizationKind(PolicyFamily<R> family) {
        this.family = family;
    }

    final PolicyFamily<R> family() {
        return family;
    }

    /** Common part of the shapes of both kinds. */
    final RecordShape shape(String example, String... more) {
        return RecordShape.of(example, more)
                .requires("client")
                .requires("name")
                .requires("type")
                .givesIds("/id")
                .restricts("")
                .refuses("owner", "resourcesData", "scopesData")
                .describes("client", "clientId of a client with authorization enabled.")
                .describes("name", "Unique among the policies and permissions of this client.")
                .describes("id", "Id of a new " + family.noun() + ". Default: generated.")
                .rules(PolicyTable.of().rules());
    }

    /** Policies and permissions of a client share their names. */
    @Override
    protected final UniqueKey ownKey(R record) {
        return new UniqueKey(PolicyLinks.POLICY, PolicyLinks.value(record.getClient(), record.getName()), "/name");
    }

    @Override
    public final RecordValidator<R, R> validator(ImportContext context) {
        return ResourceServerRules.validator(item -> {
            PolicyRules.check(item);
            if (!item.isRejected()) {
                family.check(item, context);
            }
        });
    }

    @Override
    public final ChunkWriter<R> writer(ImportContext context) {
        return new PoliciesWriter<>(context, family);
    }

    @Override
    public final RecordOperation<R, ?> removal() {
        return new PoliciesRemoval<>(this);
    }

    @Override
    public final RecordSource<R> source() {
        return new PoliciesSource<>(family);
    }
}
