// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.example.observer;

import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestBreakdown;
import io.keylift.metrics.request.RequestObserver;
import io.keylift.metrics.request.RequestObserverFactory;
import io.keylift.metrics.request.StatementUse;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.keycloak.Config;
import org.keycloak.util.JsonSerialization;

/** Writes each request as a line of JSON to the file that the option {@code file} names. */
public final class RecordingObserverFactory implements RequestObserverFactory {

    private BufferedWriter file;

    @Override
    public String getId() {
        return "recording";
    }

    @Override
    public void init(Config.Scope config) {
        try {
            String path = config.get("file");
            file = path == null ? null : Files.newBufferedWriter(Path.of(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public RequestObserver observer() {
        return this::write;
    }

    private static Map<String, Long> byStatement(RequestBreakdown request) {
        Map<String, Long> counts = new LinkedHashMap<>();
        request.statementUses().forEach(use -> counts.merge(use.statement().text(), use.count(), Long::sum));
        return counts;
    }

    /** Numbers of rows by statement, if they are counted. */
    private static Map<String, Long> rows(RequestBreakdown request) {
        Map<String, Long> rows = new LinkedHashMap<>();
        request.statementUses().stream()
                .filter(use -> use.rows() != StatementUse.NOT_COUNTED)
                .forEach(use -> rows.merge(use.statement().text(), use.rows(), Long::sum));
        return rows;
    }

    private synchronized void write(RequestBreakdown request) {
        try {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("uri", request.uri());
            line.put("method", request.method());
            line.put("status", request.status());
            line.put("aborted", request.aborted());
            line.put("realm", request.realm());
            line.put("pathRealm", request.pathRealm());
            line.put("clientId", request.client());
            line.put("grantType", request.grantType());
            line.put("nanos", request.nanos());
            for (Phase phase : Phase.values()) {
                line.put(phase.label(), request.phases().nanos(phase));
            }
            line.put("statements", request.statements());
            line.put("steps", request.steps());
            line.put("byStatement", byStatement(request));
            line.put("rows", rows(request));
            line.put("allocated", request.allocated());
            line.put(
                    "waits",
                    request.connectionWaits().stream().map(wait -> wait.nanos()).toList());
            line.put("uses", request.connectionUses());
            if (request.lock() != null) {
                line.put("lock", request.lock().lock());
                line.put("holder", request.lock().holder());
            }
            file.write(JsonSerialization.writeValueAsString(line));
            file.newLine();
            file.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
