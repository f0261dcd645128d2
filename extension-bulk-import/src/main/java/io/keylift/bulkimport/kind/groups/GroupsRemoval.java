// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.groups;

import io.keylift.bulkimport.kind.removal.ObjectRemoval;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The removal of groups by their paths, with all groups below them. */
final class GroupsRemoval<R extends GroupContent> extends ObjectRemoval<R> {

    private final ImportKind<R, R> kind;
    private final Function<ImportContext, GroupScope<R>> scope;

    GroupsRemoval(ImportKind<R, R> kind, Set<String> fields, Function<ImportContext, GroupScope<R>> scope) {
        super(kind, fields);
        this.kind = kind;
        this.scope = scope;
    }

    @Override
    public RecordValidator<R, R> validator(ImportContext context) {
        return RecordValidator.of(new GroupRules<>(context, scope.apply(context))::check);
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(R group) {
        return kind.uniqueKeys(group);
    }

    /** A group removes those below it, so the records of one tree are removed in the order of the input. */
    @Override
    public Collection<UniqueKey> sharedKeys(R group) {
        return List.of(GroupKeys.tree(kind.uniqueKeys(group).iterator().next()));
    }

    @Override
    public ChunkWriter<R> writer(ImportContext context) {
        return new GroupsRemover<>(context, scope.apply(context));
    }
}
