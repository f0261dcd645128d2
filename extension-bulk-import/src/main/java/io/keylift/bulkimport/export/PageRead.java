// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import io.keylift.bulkimport.export.PageQuery.Found;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Reads one page. If the caller may view all objects, it is known where the next page begins before this one is loaded,
 * so that both can be read at once.
 */
final class PageRead implements Runnable {

    private final ExportSessions sessions;
    private final ExportRequest request;
    private final RecordFormat format;
    private final PageQuery query;
    private final CompletableFuture<Found> found = new CompletableFuture<>();
    private final CompletableFuture<Page> page = new CompletableFuture<>();

    PageRead(ExportSessions sessions, ExportRequest request, RecordFormat format, PageQuery query) {
        this.sessions = sessions;
        this.request = request;
        this.format = format;
        this.query = query;
    }

    @Override
    public void run() {
        try {
            sessions.read(context -> {
                Found objects = query.find(context);
                found.complete(objects);
                page.complete(load(context, objects));
            });
        } catch (Throwable e) {
            // Also an Error must reach the thread that waits for the page.
            found.completeExceptionally(e);
            page.completeExceptionally(e);
        }
    }

    private Page load(PageContext context, Found objects) {
        List<String> ids = objects.ids();
        Set<String> distinct = new LinkedHashSet<>(ids);
        distinct.remove(null);
        Map<String, ?> records = objects.records() == null
                ? request.kind().source().load(context, request.selection(), distinct)
                : objects.records();
        List<?> inOrder =
                ids.stream().map(records::get).filter(Objects::nonNull).toList();
        return new Page(
                format.records(inOrder),
                ids.size(),
                inOrder.size(),
                context.hiddenValues(),
                objects.last(),
                objects.isFull(),
                objects.existing());
    }

    /** Which objects the page has. Waits for the first queries of the page. */
    Found found() {
        return await(found);
    }

    Page page() {
        return await(page);
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
