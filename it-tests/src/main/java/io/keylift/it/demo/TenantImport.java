// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.http.BodyWriter;
import io.keylift.it.http.HttpFailure;
import io.keylift.it.tenant.SampleTenant;
import java.io.IOException;
import java.util.Locale;

/**
 * The sample tenant sent to the import endpoint by plain HTTP. The job ids are fixed: sent a second time, the server
 * answers from its ledger, and after an interruption it goes on where it stopped.
 */
final class TenantImport {

    private static final int REJECTS_SHOWN = 10;

    private final AdminHttp admin;
    private final SampleTenant tenant;
    private final Terminal terminal;

    TenantImport(AdminHttp admin, SampleTenant tenant, Terminal terminal) {
        this.admin = admin;
        this.tenant = tenant;
        this.terminal = terminal;
    }

    void organizations() throws IOException {
        send(
                "organizations",
                "organizations",
                "demo-organizations-" + tenant.organizations(),
                tenant.organizations(),
                tenant::writeOrganizations);
    }

    void persons() throws IOException {
        // The input depends on both numbers, and a job id stands for one input.
        String job = "demo-persons-" + tenant.persons() + "-in-" + tenant.organizations();
        send("users", "persons", job, tenant.persons(), tenant::writePersons);
    }

    private void send(String kind, String what, String job, long total, BodyWriter records) throws IOException {
        String path = "/admin/realms/" + Demo.REALM + "/bulk-import/" + kind + "?ifExists=skip&job=" + job;
        ProgressBar bar = new ProgressBar(System.out, terminal, what, total);
        Progress progress = new Progress(bar);
        JsonNode last;
        try {
            last = admin.stream(path, "application/x-ndjson", records, progress::line);
        } catch (HttpFailure e) {
            throw new DemoFailure("Keycloak refused the import of " + what + ": " + e.getMessage(), e);
        } finally {
            bar.clear();
        }
        report(what, last);
    }

    private static void report(String what, JsonNode summary) {
        String status = summary.path("status").asText("unknown");
        String outcomes = String.format(
                Locale.ROOT,
                "%,d read, %,d added, %,d updated, %,d skipped, %,d rejected",
                summary.path("read").asLong(),
                summary.path("added").asLong(),
                summary.path("updated").asLong(),
                summary.path("skipped").asLong(),
                summary.path("rejected").asLong());
        double rate = summary.path("recordsPerSecond").asDouble();
        // A job that was complete before has no rate: the server answered from its ledger.
        String speed = rate > 0
                ? String.format(
                        Locale.ROOT,
                        "%.1f s, %,.0f records/s",
                        summary.path("seconds").asDouble(),
                        rate)
                : "done by an earlier run";
        System.out.printf("  %-13s %s: %s; %s%n", what, status, outcomes, speed);
        if (!status.equals("COMPLETED")) {
            throw new DemoFailure("The import of " + what + " did not complete; the server's last line was " + summary);
        }
    }

    /** Counts what the lines of the answer report and shows it, the first few rejects included. */
    private static final class Progress {

        private final ProgressBar bar;
        private long done;
        private int rejects;

        Progress(ProgressBar bar) {
            this.bar = bar;
        }

        void line(JsonNode line) {
            switch (line.path("type").asText()) {
                case "chunk" -> {
                    for (String outcome : new String[] {"added", "updated", "skipped", "rejected"}) {
                        done += line.path(outcome).asLong();
                    }
                    bar.update(done);
                }
                case "reject" -> {
                    if (rejects++ < REJECTS_SHOWN) {
                        bar.clear();
                        System.out.println("  rejected      " + line);
                    }
                }
                default -> bar.update(done);
            }
        }
    }
}
