// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordSource.Position;
import io.keylift.bulkimport.kind.spi.RecordSource.Selection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Reads one page. Where the next page begins is known before this one is loaded, so that both can be read at once. */
final class PageRead implements Runnable {

    private final ExportSessions sessions;
    private final RecordSource<?> source;
    private final Selection selection;
    private final RecordFormat format;
    private final String after;
    private final int limit;
    private final CompletableFuture<List<Position>> positions = new CompletableFuture<>();
    private final CompletableFuture<Page> page = new CompletableFuture<>();

    PageRead(ExportSessions sessions, ExportRequest request, RecordFormat format, String after, int limit) {
        this.sessions = sessions;
        this.source = request.kind().source();
        this.selection = request.selection();
        this.format = format;
        this.after = after;
        this.limit = limit;
    }

    @Override
    public void run() {
        try {
            sessions.read(context -> {
                List<Position> found = source.positions(context, selection, after, limit);
                positions.complete(found);
                List<String> ids = found.stream().map(Position::id).toList();
                Map<String, ?> records = source.load(context, selection, ids);
                List<?> inOrder =
                        ids.stream().map(records::get).filter(Objects::nonNull).toList();
                page.complete(new Page(format.records(inOrder), inOrder.size(), context.hiddenValues(), next(found)));
            });
        } catch (Throwable e) {
            // Also an Error must reach the thread that waits for the page.
            positions.completeExceptionally(e);
            page.completeExceptionally(e);
        }
    }

    /** Where the next page begins; {@code null} if there is none. Waits for the first query of this page. */
    String next() {
        return next(await(positions));
    }

    Page page() {
        return await(page);
    }

    private String next(List<Position> found) {
        return found.size() < limit ? null : found.get(found.size() - 1).after();
    }

    private static <T> T await(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }
}
