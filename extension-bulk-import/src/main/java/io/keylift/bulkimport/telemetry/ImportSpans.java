// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.telemetry;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobStatus;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.tracing.TracingProvider;

/**
 * One span for each run of a job and, as its children, one for each chunk. A chunk's span is current on the thread that
 * works on the chunk, so that the spans Keycloak makes there become its children.
 */
final class ImportSpans {

    private static final String TRACER = "io.keylift.bulkimport";

    private static final AttributeKey<String> JOB = AttributeKey.stringKey("keylift.import.job");
    private static final AttributeKey<String> KIND = AttributeKey.stringKey("keylift.import.kind");
    private static final AttributeKey<String> OP = AttributeKey.stringKey("keylift.import.op");
    private static final AttributeKey<String> STATUS = AttributeKey.stringKey("keylift.import.status");
    private static final AttributeKey<Long> RUN = AttributeKey.longKey("keylift.import.run");
    private static final AttributeKey<Long> CHUNK = AttributeKey.longKey("keylift.import.chunk");

    /** Begin of the attributes that count records, each with the name of an outcome. */
    private static final String OUTCOME = "keylift.import.";

    private record JobSpan(Tracer tracer, Span span) {}

    private record ChunkSpan(Span span, Scope scope) {}

    private final KeycloakSessionFactory sessionFactory;
    private final Map<String, JobSpan> jobs = new ConcurrentHashMap<>();
    private final Map<String, ChunkSpan> chunks = new ConcurrentHashMap<>();

    ImportSpans(KeycloakSessionFactory sessionFactory) {
        this.sessionFactory = sessionFactory;
    }

    void jobStarted(ImportJob job) {
        Tracer tracer = tracer();
        Span span = tracer.spanBuilder("bulk-import " + job.spec().kind())
                .setNoParent()
                .setAttribute(JOB, job.spec().id())
                .setAttribute(KIND, job.spec().kind())
                .setAttribute(OP, job.spec().operation().name().toLowerCase(Locale.ROOT))
                .setAttribute(RUN, (long) job.run())
                .startSpan();
        jobs.put(key(job), new JobSpan(tracer, span));
    }

    void jobEnded(ImportJob job, JobStatus status) {
        JobSpan ended = jobs.remove(key(job));
        if (ended != null) {
            ended.span().setAttribute(STATUS, status.name());
            if (status == JobStatus.FAILED || status == JobStatus.INTERRUPTED) {
                ended.span().setStatus(StatusCode.ERROR);
            }
            ended.span().end();
        }
    }

    void chunkStarted(ImportJob job, int chunk) {
        JobSpan parent = jobs.get(key(job));
        if (parent == null) {
            return;
        }
        Span span = parent.tracer()
                .spanBuilder("bulk-import chunk")
                .setParent(Context.root().with(parent.span()))
                .setAttribute(CHUNK, (long) chunk)
                .startSpan();
        chunks.put(key(job, chunk), new ChunkSpan(span, span.makeCurrent()));
    }

    void chunkCommitted(ImportJob job, ChunkEntry entry) {
        ChunkSpan ended = chunks.remove(key(job, entry.chunk()));
        if (ended != null) {
            if (entry.kind() != null) {
                ended.span().setAttribute(KIND, entry.kind());
            }
            entry.counters()
                    .byName(job.spec())
                    .forEach((name, count) -> ended.span().setAttribute(OUTCOME + name, count));
            end(ended);
        }
    }

    void chunkFailed(ImportJob job, int chunk, Throwable cause) {
        ChunkSpan ended = chunks.remove(key(job, chunk));
        if (ended != null) {
            // Only the type: messages of databases repeat values of records.
            ended.span().setStatus(StatusCode.ERROR, cause.getClass().getName());
            end(ended);
        }
    }

    private static void end(ChunkSpan chunk) {
        chunk.scope().close();
        chunk.span().end();
    }

    private Tracer tracer() {
        return KeycloakModelUtils.runJobInTransactionWithResult(
                sessionFactory,
                session -> session.getProvider(TracingProvider.class).getTracer(TRACER));
    }

    private static String key(ImportJob job) {
        return job.uid() + "#" + job.run();
    }

    private static String key(ImportJob job, int chunk) {
        return key(job) + "#" + chunk;
    }
}
