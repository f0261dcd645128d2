// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.members;

import io.keylift.bulkimport.kind.removal.ObjectRemoval;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;

/** The removal of memberships. It reads only the user and the group of a record. */
final class MembersRemoval<R extends MemberContent> extends ObjectRemoval<R> {

    private final MembersKind<R> kind;

    MembersRemoval(MembersKind<R> kind) {
        super(kind, kind.keyFields());
        this.kind = kind;
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
