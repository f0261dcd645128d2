// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.Set;
import java.util.function.Function;

/**
 * A removal whose records are checked as in an import, and have the same unique keys.
 *
 * @param <R> class of a record
 */
public class KeyRemoval<R> extends ObjectRemoval<R> {

    private final ImportKind<R, R> kind;
    private final Function<ImportContext, ChunkWriter<R>> writer;

    /**
     * @param fields fields of a record that are read
     * @param writer creates the writer of a chunk
     */
    public KeyRemoval(ImportKind<R, R> kind, Set<String> fields, Function<ImportContext, ChunkWriter<R>> writer) {
        super(kind, fields);
        this.kind = kind;
        this.writer = writer;
    }

    @Override
    public RecordValidator<R, R> validator(ImportContext context) {
        return kind.validator(context);
    }

    @Override
    public final Collection<UniqueKey> uniqueKeys(R record) {
        return kind.uniqueKeys(record);
    }

    @Override
    public final ChunkWriter<R> writer(ImportContext context) {
        return writer.apply(context);
    }
}
