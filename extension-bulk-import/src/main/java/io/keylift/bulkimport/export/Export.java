// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import io.keylift.bulkimport.caller.CallerGoneException;
import io.keylift.bulkimport.kind.spi.SelectionException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import org.jboss.logging.Logger;

/**
 * One export: reads pages ahead of the client and writes them in their order. No transaction is open while it writes,
 * however slowly the client reads.
 */
public final class Export implements StreamedExport {

    private static final Logger LOG = Logger.getLogger(Export.class);

    /** Large enough that queries for a page cost little per object, small enough for a first line within a second. */
    private static final int PAGE_SIZE = 1000;

    private final ExportRequest request;
    private final boolean isOfKeys;
    private final Pages pages;
    private final ExportSessions sessions;
    private final RecordFormat format;
    private final Executor executor;
    private final PagesAhead ahead;
    private final Runnable end;
    private final Deque<PageRead> reads = new ArrayDeque<>();
    private final long begin = System.nanoTime();
    private long records;
    private long objects;
    private Long existing;
    private long hidden;

    /** Behind the last record that was written, or where the request begins. */
    private String after;

    private boolean isMore;

    /** Why no further page is read; what was read before is still written. */
    private RuntimeException failureAhead;

    /** @param keys the keys of the objects; {@code null} for all objects */
    Export(
            ExportRequest request,
            ExportKeys keys,
            ExportSessions sessions,
            RecordFormat format,
            Executor executor,
            PagesAhead ahead,
            Runnable end) {
        this.request = request;
        this.isOfKeys = keys != null;
        this.pages = isOfKeys ? KeyPages.of(request, keys.input(), PAGE_SIZE) : new OrderedPages(request, PAGE_SIZE);
        this.sessions = sessions;
        this.format = format;
        this.executor = executor;
        this.ahead = ahead;
        this.end = end;
        this.after = request.after();
    }

    /** Begins to read. */
    void start() {
        read(pages.first());
    }

    /** Waits for the first page, so that a failure can still have a status of its own. */
    void begin() {
        start();
        reads.peek().page();
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        try {
            out.write(format.begin());
            ExportSummary summary = writePages(out);
            out.write(format.end(summary));
            out.flush();
            if (!summary.isComplete() && !format.showsSummary()) {
                throw new IOException("The export broke off: " + summary.message());
            }
        } finally {
            close();
        }
    }

    /** Writes the records of the pages, without the beginning and the end of the format. */
    ExportSummary writePages(OutputStream out) throws IOException {
        try {
            while (!reads.isEmpty()) {
                readAhead();
                Page page = ahead.await(reads.remove()::page);
                records += page.records();
                objects += page.objects();
                existing = page.existing();
                hidden += page.hidden();
                isMore = page.isFull();
                after = page.last() == null ? after : page.last();
                out.write(page.bytes());
                if (isMore) {
                    out.write(format.progress(records, after));
                }
                out.flush();
            }
            if (failureAhead != null) {
                throw failureAhead;
            }
            return summary(ExportSummary.COMPLETED, null, null, isMore ? after : null);
        } catch (CallerGoneException e) {
            return summary(ExportSummary.FAILED, "caller_gone", e.getMessage(), after);
        } catch (KeyException e) {
            return summary(ExportSummary.FAILED, e.code(), e.getMessage(), after);
        } catch (SelectionException e) {
            return summary(ExportSummary.FAILED, "unfit_value", e.getMessage(), after);
        } catch (RuntimeException e) {
            LOG.errorf(e, "An export of kind %s failed", request.kind().getId());
            return summary(
                    ExportSummary.INTERRUPTED,
                    "internal_error",
                    "The export failed; the server log has the cause. To continue, send the request again with"
                            + " `after`.",
                    after);
        }
    }

    private ExportSummary summary(String status, String code, String message, String continued) {
        return new ExportSummary(
                request.kind().getId(),
                status,
                code,
                message,
                records,
                hidden,
                isOfKeys ? objects - records : null,
                existing == null ? null : existing - objects,
                continued,
                System.nanoTime() - begin);
    }

    private void readAhead() {
        try {
            while (failureAhead == null && reads.size() < ahead.now()) {
                PageQuery next = pages.next(reads.getLast().found());
                if (next == null) {
                    return;
                }
                read(next);
            }
        } catch (RuntimeException e) {
            failureAhead = e;
        }
    }

    private void read(PageQuery query) {
        PageRead read = new PageRead(sessions, request, format, query);
        reads.add(read);
        executor.execute(read);
    }

    @Override
    public void close() {
        end.run();
    }
}
