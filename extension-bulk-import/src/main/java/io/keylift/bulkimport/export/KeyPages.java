// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.export.PageQuery.Found;
import io.keylift.bulkimport.input.InputException;
import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.input.RecordReader;
import io.keylift.bulkimport.kind.RecordJson;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.SelectionException;
import io.keylift.request.WholeNumbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The objects that the caller names, in the order of the keys. A key is read as a removal reads it, and as a whole
 * record if the kind has no removal. Positions are the lines of the keys.
 */
final class KeyPages<R> implements Pages {

    private static final String MALFORMED = "malformed_key";

    /** Deep enough for every representation of Keycloak, shallow enough for every stack. */
    private static final int MAX_DEPTH = 50;

    private final ExportRequest request;
    private final RecordSource<R> source;
    private final Set<String> fields;
    private final ObjectReader json;
    private final RecordReader input;
    private final int pageSize;
    private long unread;
    private InputRecord ahead;

    private KeyPages(ExportRequest request, ImportKind<R, ?> kind, RecordReader input, int pageSize) {
        this.request = request;
        this.source = kind.source();
        this.fields = kind.isRemovable() ? kind.removal().fields() : Set.of();
        this.json = RecordJson.mapper(JsonFactory.builder()
                        .streamReadConstraints(StreamReadConstraints.builder()
                                .maxNestingDepth(MAX_DEPTH)
                                .build())
                        .build())
                .readerFor(kind.info().recordType());
        this.input = input;
        this.pageSize = pageSize;
        this.unread = request.max();
    }

    static Pages of(ExportRequest request, RecordReader input, int pageSize) {
        return of(request, request.kind(), input, pageSize);
    }

    private static <R> Pages of(ExportRequest request, ImportKind<R, ?> kind, RecordReader input, int pageSize) {
        return new KeyPages<>(request, kind, input, pageSize);
    }

    @Override
    public PageQuery first() {
        long after = request.after() == null
                ? 0
                : WholeNumbers.parse(request.after(), 0, Long.MAX_VALUE)
                        .orElseThrow(
                                () -> new SelectionException("Query parameter `after` is not the number of a line"));
        do {
            ahead = read();
        } while (ahead != null && ahead.line() <= after);
        return page();
    }

    @Override
    public PageQuery next(Found before) {
        if (ahead == null || unread == 0) {
            return null;
        }
        try {
            return page();
        } catch (KeyException e) {
            // The pages before are still to be written.
            return context -> {
                throw e;
            };
        }
    }

    private PageQuery page() {
        List<R> keys = new ArrayList<>();
        long line = 0;
        while (ahead != null && keys.size() < pageSize && unread > 0) {
            line = ahead.line();
            keys.add(key(ahead));
            unread--;
            ahead = read();
        }
        String last = String.valueOf(line);
        boolean isFull = ahead != null;
        return context -> new Found(find(context, keys), null, last, isFull, isFull ? last : null, null);
    }

    private List<String> find(ExportContext context, List<R> keys) {
        List<String> ids = source.find(context, keys);
        if (request.selection().filters().isEmpty()) {
            return ids;
        }
        Set<String> named = new HashSet<>(ids);
        named.remove(null);
        Set<String> selected = source.select(context, request.selection(), named);
        return ids.stream().map(id -> selected.contains(id) ? id : null).toList();
    }

    private InputRecord read() {
        try {
            return input.next();
        } catch (InputException e) {
            throw new KeyException(e.code(), e.getMessage());
        } catch (IOException e) {
            throw new KeyException(MALFORMED, "The body broke off");
        }
    }

    private R key(InputRecord record) {
        if (record.fault() != null) {
            throw malformed(record, record.fault().message());
        }
        try {
            JsonNode key = json.readTree(record.json());
            if (!(key instanceof ObjectNode object)) {
                throw malformed(record, "A key must be a single JSON object");
            }
            if (!fields.isEmpty()) {
                object.retain(fields);
            }
            return Objects.requireNonNull(json.readValue(object));
        } catch (IOException e) {
            // The exception would quote the key.
            throw malformed(record, "The key is not a JSON object as records of this kind are");
        }
    }

    private static KeyException malformed(InputRecord record, String message) {
        return new KeyException(MALFORMED, "Line " + record.line() + " of the body: " + message);
    }
}
