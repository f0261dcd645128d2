// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiFunction;

/** Exports several kinds one after the other, as lines that name the kind of each record. */
final class RealmExport implements StreamedExport {

    private final Iterator<ExportRequest> requests;
    private final KindLines lines = new KindLines();
    private final BiFunction<ExportRequest, RecordFormat, Export> exports;
    private final Runnable end;
    private final List<ExportSummary> parts = new ArrayList<>();
    private final long begin = System.nanoTime();
    private Export export;

    /**
     * @param requests one for each kind, in the order of the output; at least one
     * @param exports makes the export of one kind
     */
    RealmExport(List<ExportRequest> requests, BiFunction<ExportRequest, RecordFormat, Export> exports, Runnable end) {
        this.requests = requests.iterator();
        this.exports = exports;
        this.end = end;
    }

    /** Waits for the first page, so that a failure can still have a status of its own. */
    void begin() {
        export = next();
        export.begin();
    }

    private Export next() {
        ExportRequest request = requests.next();
        return exports.apply(request, lines.of(request.kind()));
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        try {
            ExportSummary last = export.writePages(out);
            parts.add(last);
            while (last.isComplete() && requests.hasNext()) {
                out.write(lines.endOf(last));
                out.flush();
                export = next();
                export.start();
                last = export.writePages(out);
                parts.add(last);
            }
            out.write(lines.end(parts, System.nanoTime() - begin));
            out.flush();
        } finally {
            close();
        }
    }

    @Override
    public void close() {
        end.run();
    }
}
