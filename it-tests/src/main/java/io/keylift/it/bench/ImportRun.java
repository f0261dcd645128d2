// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.tenant.SampleTenant;
import java.io.IOException;

/** Imports records through the endpoint, as any client would. */
final class ImportRun {

    private ImportRun() {}

    /** Records a second, from the first byte sent to the last line read. */
    static double rate(AdminHttp admin, String realm, Workload workload, SampleTenant tenant, int records, int streams)
            throws IOException {
        String path =
                "/admin/realms/" + realm + "/bulk-import/" + workload.kind + "?results=summary&parallelism=" + streams;
        long start = System.nanoTime();
        JsonNode last = admin.stream(path, "application/x-ndjson", workload.input(tenant, records), line -> {});
        double seconds = (System.nanoTime() - start) / 1e9;
        if (last.path("added").asInt() != records) {
            throw new IllegalStateException("Not everything was imported: " + last);
        }
        return records / seconds;
    }
}
