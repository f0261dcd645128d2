// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/** An import of users during another measurement, which is sent again after it breaks off. */
final class ImportInBetween implements Runnable {

    private static final int USERS_PER_SECOND = 200;
    private static final int MOST_RUNS = 20;
    private static final long PAUSE_MILLIS = 1000;

    private final URI server;
    private final String realm;
    private final int users;
    private volatile int runs;
    private volatile JsonNode summary;

    /** @param seconds duration of the import */
    ImportInBetween(URI server, String realm, int seconds) {
        this.server = server;
        this.realm = realm;
        this.users = seconds * USERS_PER_SECOND;
        AdminHttp.master(server).post("/admin/realms", Map.of("realm", realm, "enabled", true));
    }

    @Override
    public void run() {
        while (runs < MOST_RUNS && !isComplete()) {
            runs++;
            try {
                summary = send();
            } catch (IOException | RuntimeException e) {
                pause();
            }
        }
    }

    /** Sends the import. The name of the job stands for the input: sent again, it resumes where it broke off. */
    private JsonNode send() throws IOException {
        return AdminHttp.master(server).stream(
                "/admin/realms/" + realm + "/bulk-import/users?results=summary&job=in-between",
                "application/x-ndjson",
                this::write,
                line -> {});
    }

    private void write(OutputStream out) throws IOException {
        boolean isResumed = runs > 1;
        for (int i = 0; i < users; i++) {
            out.write(("{\"username\":\"between-" + i + "\"}\n").getBytes(StandardCharsets.UTF_8));
            if (i % USERS_PER_SECOND == 0 && !isResumed) {
                out.flush();
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private boolean isComplete() {
        return summary != null && summary.path("status").asText().equals("COMPLETED");
    }

    /** Result of the import. */
    @Override
    public String toString() {
        String status = summary == null ? "no answer" : summary.path("status").asText();
        return String.format(Locale.ROOT, "%s, %,d users, sent %d times", status, users, runs);
    }
}
