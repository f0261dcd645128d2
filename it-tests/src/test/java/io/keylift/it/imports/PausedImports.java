// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Imports whose clients have stopped sending in the middle of the body, each at another place. */
final class PausedImports implements AutoCloseable {

    /** Users that each import adds in the end. */
    static final int USERS = 20;

    private static final int CHUNK = 10;

    private final ImportClient client;
    private final Map<LiveImport, String> unsent = new LinkedHashMap<>();

    PausedImports(ImportClient client) {
        this.client = client;
    }

    /** Opens one import for each place, and returns when the server has taken in what was sent of it. */
    void open(String name) throws IOException {
        beforeTheFirstByte(name + "-silent");
        atTheBeginningOfAnArray(name + "-array");
        inTheFirstChunkOfAKnownJob(name + "-known");
        betweenChunks(name + "-chunks");
        inALine(name + "-line");
    }

    private void beforeTheFirstByte(String job) throws IOException {
        open(job, ImportClient.NDJSON, body(job), 0);
    }

    private void atTheBeginningOfAnArray(String job) throws IOException {
        String array = "[" + String.join(",", UserRecords.users(job, 1, USERS)) + "]";
        open(job, "application/json", array, 1).awaitJob();
    }

    /** The server compares the first chunk with the one that the job has committed, before it answers anything. */
    private void inTheFirstChunkOfAKnownJob(String job) throws IOException {
        client.post(users(job), UserRecords.lines(job, 1, CHUNK));
        open(job, ImportClient.NDJSON, body(job), body(job).length() / 4);
    }

    private void betweenChunks(String job) throws IOException {
        open(
                        job,
                        ImportClient.NDJSON,
                        body(job),
                        UserRecords.lines(job, 1, CHUNK).length())
                .awaitChunks(1);
    }

    private void inALine(String job) throws IOException {
        open(
                        job,
                        ImportClient.NDJSON,
                        body(job),
                        UserRecords.lines(job, 1, CHUNK).length() + 5)
                .awaitChunks(1);
    }

    private LiveImport open(String job, String contentType, String body, int sent) throws IOException {
        LiveImport live = client.open(users(job), Map.of("Content-Type", contentType));
        unsent.put(live, body.substring(sent));
        return live.send(body.substring(0, sent));
    }

    private static String users(String job) {
        return "users?job=" + job + "&chunkSize=" + CHUNK;
    }

    private static String body(String job) {
        return UserRecords.lines(job, 1, USERS);
    }

    int count() {
        return unsent.size();
    }

    /** Sends what is left of each body and waits for each answer. */
    List<ImportAnswer> finish() throws IOException {
        List<ImportAnswer> answers = new ArrayList<>();
        for (Map.Entry<LiveImport, String> paused : unsent.entrySet()) {
            answers.add(paused.getKey().send(paused.getValue()).finish());
        }
        return answers;
    }

    @Override
    public void close() throws IOException {
        for (LiveImport live : unsent.keySet()) {
            live.close();
        }
    }
}
