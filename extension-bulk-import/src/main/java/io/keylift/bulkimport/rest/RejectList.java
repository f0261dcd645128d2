// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.keylift.bulkimport.job.JobLedger.ReportPage;
import io.keylift.bulkimport.job.ReportLine;
import java.io.IOException;
import java.io.OutputStream;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.KeycloakModelUtils;

/**
 * The rejects of a job, one per line. Reads them page by page: no transaction is open while it writes, however slowly
 * the client reads.
 */
record RejectList(BulkImport bulkImport, KeycloakSessionFactory factory, String uid) implements StreamedAnswer.Body {

    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public void writeTo(OutputStream out) throws IOException {
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.setRootValueSeparator(null);
            ReportPage page = read(ReportPage.BEGIN);
            while (!page.report().isEmpty()) {
                for (ReportLine line : page.report()) {
                    json.writeStartObject();
                    NdjsonResults.writeLine(json, line);
                    json.writeEndObject();
                    json.writeRaw('\n');
                }
                page = read(page.lastChunk());
            }
        }
    }

    private ReportPage read(int after) {
        return KeycloakModelUtils.runJobInTransactionWithResult(
                factory, own -> bulkImport.ledger(own).report(uid, after));
    }
}
