// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** The waits of threads in the flight recording of a server's JVM. */
final class FlightRecording {

    private static final String WORKERS = "executor-thread";

    private final KeycloakServer keycloak;
    private final String event;
    private final Path file;

    private FlightRecording(KeycloakServer keycloak, String event) {
        this.keycloak = keycloak;
        this.event = event;
        this.file = Workspace.directory("recordings").resolve(event + ".jfr");
    }

    /**
     * Begins to record.
     *
     * @param event such as {@code jdk.ThreadPark}
     */
    static FlightRecording of(KeycloakServer keycloak, String event) throws IOException {
        // This profile of the JDK records waits from 10 ms on.
        Jcmd.run(keycloak, "JFR.start", "name=" + event, "settings=profile");
        return new FlightRecording(keycloak, event);
    }

    /**
     * Ends the recording.
     *
     * @param field of the event, which has a class
     * @param type part of the name of that class
     * @return seconds that the threads that serve requests have waited
     */
    double seconds(String field, String type) throws IOException {
        Jcmd.run(keycloak, "JFR.stop", "name=" + event, "filename=" + file);
        double seconds = 0;
        for (RecordedEvent recorded : RecordingFile.readAllEvents(file)) {
            if (recorded.getEventType().getName().equals(event)
                    && recorded.getThread().getJavaName().startsWith(WORKERS)
                    && recorded.getClass(field) != null
                    && recorded.getClass(field).getName().contains(type)) {
                seconds += recorded.getDuration().toNanos() / 1e9;
            }
        }
        return seconds;
    }
}
