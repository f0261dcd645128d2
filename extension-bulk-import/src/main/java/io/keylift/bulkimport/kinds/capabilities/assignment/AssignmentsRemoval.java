// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.assignment;

import io.keylift.bulkimport.kind.shared.removal.KeyRemoval;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import io.keylift.capability.assignment.HolderType;
import java.util.Collection;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** The removal of assignments: a record unassigns the names in its {@code add} or {@code set} from its role or user. */
final class AssignmentsRemoval<R extends ChangeRecord> extends KeyRemoval<R> {

    private final ImportKind<R, R> kind;
    private final Consumer<Item<R>> rules;

    /**
     * @param fields fields of a record that are read
     * @param type of the holders
     * @param holders creates the look-up of the roles or users of a chunk
     */
    AssignmentsRemoval(
            ImportKind<R, R> kind,
            Set<String> fields,
            Consumer<Item<R>> rules,
            HolderType type,
            Function<ImportContext, Holders<R>> holders) {
        super(kind, fields, context -> new AssignmentsRemover<>(context, type, holders.apply(context)));
        this.kind = kind;
        this.rules = rules;
    }

    @Override
    public RecordValidator<R, R> validator(ImportContext context) {
        return RecordValidator.of(rules);
    }

    @Override
    public Collection<UniqueKey> sharedKeys(R record) {
        return kind.sharedKeys(record);
    }
}
