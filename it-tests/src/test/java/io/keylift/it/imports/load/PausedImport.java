// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.load;

import static org.awaitility.Awaitility.await;

import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.UserRecords;
import java.io.IOException;
import java.util.Map;

/**
 * An import of {@value #USERS} users whose client has stopped sending in the middle of the body.
 *
 * @param job name of the job, and prefix of its usernames
 * @param unsent rest of the body
 */
record PausedImport(String job, LiveImport live, String unsent) implements AutoCloseable {

    /** Users that the import adds in the end. */
    static final int USERS = 20;

    private static final int CHUNK = 10;

    /** Where the client stops. */
    enum Place {
        BEFORE_THE_FIRST_BYTE {
            @Override
            public PausedImport open(ImportClient client, String job) throws IOException {
                return send(client, job, 0);
            }
        },
        AT_THE_BEGINNING_OF_AN_ARRAY {
            @Override
            public PausedImport open(ImportClient client, String job) throws IOException {
                String array = "[" + String.join(",", UserRecords.users(job, 1, USERS)) + "]";
                PausedImport paused = send(client, job, "application/json", array, 1);
                paused.live().awaitJob();
                return paused;
            }
        },
        /** The server compares that chunk with the one it knows before it answers anything. */
        IN_THE_FIRST_CHUNK_OF_A_KNOWN_JOB {
            @Override
            public PausedImport open(ImportClient client, String job) throws IOException {
                try (LiveImport broken = client.open(path(job))) {
                    broken.send(firstChunk(job)).awaitChunks(1);
                }
                await().until(() -> client.status(job).equals("INTERRUPTED"));
                return send(client, job, firstChunk(job).length() / 2);
            }
        },
        BETWEEN_CHUNKS {
            @Override
            public PausedImport open(ImportClient client, String job) throws IOException {
                PausedImport paused = send(client, job, firstChunk(job).length());
                paused.live().awaitChunks(1);
                return paused;
            }
        },
        IN_A_LINE {
            @Override
            public PausedImport open(ImportClient client, String job) throws IOException {
                PausedImport paused = send(client, job, firstChunk(job).length() + 5);
                paused.live().awaitChunks(1);
                return paused;
            }
        };

        /** Opens an import and sends its body up to this place. */
        abstract PausedImport open(ImportClient client, String job) throws IOException;
    }

    private static PausedImport send(ImportClient client, String job, int characters) throws IOException {
        return send(client, job, ImportClient.NDJSON, UserRecords.lines(job, 1, USERS), characters);
    }

    private static PausedImport send(ImportClient client, String job, String contentType, String body, int characters)
            throws IOException {
        // A request that finds everything in the caches would not need a connection in the first place.
        client.admin().post("/admin/realms/" + client.realm() + "/clear-realm-cache", null);
        LiveImport live = client.open(path(job), Map.of("Content-Type", contentType));
        return new PausedImport(job, live.send(body.substring(0, characters)), body.substring(characters));
    }

    private static String path(String job) {
        return "users?job=" + job + "&chunkSize=" + CHUNK;
    }

    private static String firstChunk(String job) {
        return UserRecords.lines(job, 1, CHUNK);
    }

    /** Sends what is left of the body and waits for the end of the answer. */
    ImportAnswer finish() throws IOException {
        return live.send(unsent).finish();
    }

    @Override
    public void close() throws IOException {
        live.close();
    }
}
