// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.kind.shared.removal.KeyRemoval;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The removal of groups by their paths, with all groups below them. */
final class GroupsRemoval<R extends GroupContent> extends KeyRemoval<R> {

    private final Function<R, String> root;
    private final Function<ImportContext, GroupScope<R>> scope;

    /** @param root root of the path of a record, as the record names it */
    GroupsRemoval(
            ImportKind<R, R> kind,
            Set<String> fields,
            Function<R, String> root,
            Function<ImportContext, GroupScope<R>> scope) {
        super(kind, fields, context -> new GroupsRemover<>(context, scope.apply(context)));
        this.root = root;
        this.scope = scope;
    }

    @Override
    public RecordValidator<R, R> validator(ImportContext context) {
        return RecordValidator.of(new GroupRules<>(context, scope.apply(context))::check);
    }

    /** A group removes those below it, so the records of one tree are removed in the order of the input. */
    @Override
    public Collection<UniqueKey> sharedKeys(R group) {
        return List.of(GroupKeys.tree(group, root.apply(group)));
    }
}
