// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.caller.RealmAdmins;
import io.keylift.bulkimport.engine.ImportOptions;
import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobPart;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.ListedJobs;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.place.Holder;
import io.keylift.bulkimport.place.Place;
import io.keylift.request.QueryParameters;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.core.Variant;
import java.net.URI;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.keycloak.events.admin.OperationType;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * The jobs of a realm. A job belongs to the caller who opened it. Callers who may import everything of its kind have
 * access to it, too.
 */
public class JobsResource {

    static final String STATUS = "status";
    static final String FIRST = "first";
    static final String MAX = "max";
    static final int PAGE = 100;

    private static final int MAX_PAGE = 1000;

    private final KeycloakSession session;
    private final RealmModel realm;
    private final AdminPermissionEvaluator permissions;
    private final AdminEventBuilder adminEvent;
    private final BulkImport bulkImport;

    JobsResource(
            KeycloakSession session,
            RealmModel realm,
            AdminPermissionEvaluator permissions,
            AdminEventBuilder adminEvent,
            BulkImport bulkImport) {
        this.session = session;
        this.realm = realm;
        this.permissions = permissions;
        this.adminEvent = adminEvent;
        this.bulkImport = bulkImport;
    }

    /** Jobs, newest first. */
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public List<JobRepresentation> list(@Context UriInfo uri) {
        QueryParameters query = QueryParameters.of(uri, Errors::badRequest, STATUS, FIRST, MAX);
        JobStatus status = status(query.text(STATUS));
        int first = query.number(FIRST, 0, Integer.MAX_VALUE, 0);
        int max = query.number(MAX, 1, MAX_PAGE, PAGE);
        ListedJobs listed = JobAccess.listed(bulkImport.kinds(), bulkImport::realmKinds, permissions, realm);
        JobLedger ledger = bulkImport.ledger(session);
        List<ImportJob> jobs = ledger.list(realm.getId(), listed, status, first, max);
        Map<String, List<JobPart>> parts =
                ledger.parts(jobs.stream().map(ImportJob::uid).toList());
        Map<String, Long> left = ledger.left(
                jobs.stream().map(JobsResource::undone).filter(Objects::nonNull).toList());
        return jobs.stream()
                .map(job -> represent(job, parts.getOrDefault(job.uid(), List.of()), left(job, left)))
                .toList();
    }

    @GET
    @Path("{id}")
    @Produces(MediaType.APPLICATION_JSON)
    public JobRepresentation get(@PathParam("id") String id, @Context UriInfo uri) {
        QueryParameters.of(uri, Errors::badRequest);
        return represent(find(id));
    }

    /** Removes a job that has ended, with its ledger: its input can then no longer be resumed. */
    @DELETE
    @Path("{id}")
    public Response delete(@PathParam("id") String id, @Context UriInfo uri) {
        QueryParameters.of(uri, Errors::badRequest);
        ImportJob job = find(id);
        if (!job.status().isEnded()) {
            throw Errors.conflict("Job " + id + " is " + job.status() + "; cancel it first");
        }
        bulkImport
                .ledger(session)
                .undoOf(realm.getId(), job.uid())
                .filter(undo -> !undo.status().isEnded())
                .ifPresent(undo -> {
                    throw Errors.conflict("Job " + undo.spec().id() + " is undoing job " + id + "; cancel it first");
                });
        requireMayForget(job);
        if (job.spec().isUndo()) {
            // The objects that it has not given back stay with the other job.
            bulkImport.ledger(session).lock(job.spec().undoes().uid());
            bulkImport.ledger(session).settleUndo(job.spec().undoes().uid(), job.uid(), false);
        }
        bulkImport.ledger(session).delete(job.uid());
        tell(job, OperationType.DELETE, null);
        return Response.noContent().build();
    }

    /** Only administrators delete before-images of another caller's job: there is no other copy of them. */
    private void requireMayForget(ImportJob job) {
        if (job.spec().undo()
                && !JobAccess.userId(permissions).equals(job.createdBy())
                && !RealmAdmins.isUnrestricted(permissions)
                && bulkImport.ledger(session).undoBytes(job.uid()) > 0) {
            throw Errors.forbidden("Job " + job.spec().id()
                    + " keeps what is needed to undo it. Only its owner and callers with `realm-admin` can delete it.");
        }
    }

    /** The rejects of all committed chunks, one per line, in the order of the input. */
    @GET
    @Path("{id}/rejects")
    @Produces(BulkImportResource.NDJSON)
    public Response rejects(@PathParam("id") String id, @Context Request request, @Context UriInfo uri) {
        QueryParameters.of(uri, Errors::badRequest);
        String uid = find(id).uid();
        if (HttpMethod.HEAD.equals(request.getMethod())) {
            return Response.ok().type(BulkImportResource.NDJSON).build();
        }
        Holder holder = new Holder(realm.getId(), JobAccess.userId(permissions));
        // The request's session is not used from here on; the commit releases its connection.
        session.getTransactionManager().commit();

        RejectList rejects = new RejectList(bulkImport, session.getKeycloakSessionFactory(), uid);
        Place place = Errors.requirePlace(
                bulkImport.rejectPlaces().take(holder),
                "This node already writes as many lists of rejects as option `max-active-jobs` allows, or others wait"
                        + " who have fewer. Try again later.");
        return StreamedAnswer.of(BulkImportResource.NDJSON, place, rejects).build();
    }

    /** Report of a verification that has ended: as JSON, as a page, or signed. */
    @GET
    @Path("{id}/report")
    @Produces({MediaType.APPLICATION_JSON, VerificationReport.HTML, VerificationReport.JOSE})
    public Response report(@PathParam("id") String id, @Context Request request, @Context UriInfo uri) {
        QueryParameters.of(uri, Errors::badRequest);
        ImportJob job = find(id);
        if (!job.spec().isVerification()) {
            throw Errors.badRequest("Job " + id + " is no verification; only jobs with `op=verify` have a report");
        }
        if (!job.status().isEnded()) {
            throw Errors.conflict("Job " + id + " is " + job.status() + "; its report is available when it has ended");
        }
        VerificationReport report = new VerificationReport(job, parts(job), realm);
        MediaType jose = MediaType.valueOf(VerificationReport.JOSE);
        Variant chosen = request.selectVariant(
                Variant.mediaTypes(MediaType.APPLICATION_JSON_TYPE, MediaType.TEXT_HTML_TYPE, jose)
                        .build());
        MediaType type = chosen == null ? MediaType.APPLICATION_JSON_TYPE : chosen.getMediaType();
        Response.ResponseBuilder answer;
        if (type.isCompatible(jose)) {
            answer = Response.ok(report.signed(session, realm), jose);
        } else if (type.isCompatible(MediaType.TEXT_HTML_TYPE)) {
            answer = Response.ok(report.page(), MediaType.TEXT_HTML_TYPE.withCharset("utf-8"))
                    .header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
        } else {
            answer = Response.ok(report.json(), MediaType.APPLICATION_JSON_TYPE);
        }
        return answer.header(HttpHeaders.VARY, HttpHeaders.ACCEPT).build();
    }

    @POST
    @Path("{id}/pause")
    @Produces(MediaType.APPLICATION_JSON)
    public JobRepresentation pause(@PathParam("id") String id, @Context UriInfo uri) {
        QueryParameters.of(uri, Errors::badRequest);
        return move(find(id), JobStatus.PAUSED, "pause");
    }

    @POST
    @Path("{id}/resume")
    @Produces(MediaType.APPLICATION_JSON)
    public JobRepresentation resume(@PathParam("id") String id, @Context UriInfo uri) {
        QueryParameters.of(uri, Errors::badRequest);
        ImportJob job = find(id);
        if (job.status() != JobStatus.PAUSED) {
            throw Errors.conflict("Job " + id + " is " + job.status()
                    + " and not paused. To resume a job that has ended, "
                    + (job.spec().isUndo()
                            ? "undo job " + job.spec().undoes().id() + " again."
                            : "send its input again with `job=" + id + "`."));
        }
        return move(job, JobStatus.RUNNING, "resume");
    }

    @POST
    @Path("{id}/cancel")
    @Produces(MediaType.APPLICATION_JSON)
    public JobRepresentation cancel(@PathParam("id") String id, @Context UriInfo uri) {
        QueryParameters.of(uri, Errors::badRequest);
        return move(find(id), JobStatus.CANCELLED, "cancel");
    }

    /**
     * Undoes a job that was started with {@code undo=true}, by a job of its own. The response is that of an import;
     * with {@code Prefer: respond-async}, it is the new job.
     */
    @POST
    @Path("{id}/undo")
    @Consumes(MediaType.WILDCARD)
    @Produces({BulkImportResource.NDJSON, MediaType.APPLICATION_JSON})
    public Response undo(@PathParam("id") String id, @Context HttpHeaders headers, @Context UriInfo uri) {
        QueryParameters query = QueryParameters.of(uri, Errors::badRequest, "job", "events", "results");
        ImportJob job = find(id);
        JobKinds kinds = undoneKinds(job);
        bulkImport.requireSuitable();
        if (!job.spec().undo()) {
            throw Errors.badRequest("Job " + id + " was started without `undo=true` and has kept nothing to undo it");
        }
        if (!job.status().isEnded()) {
            throw Errors.conflict("Job " + id + " is " + job.status() + "; cancel it first, or wait for its end");
        }
        boolean async = Preferences.respondAsync(headers.getRequestHeader(Preferences.PREFER));
        Sender sender = Sender.of(kinds, session, realm, permissions);
        String realmName = realm.getName();
        ImportOptions.Results results =
                query.choice("results", ImportOptions.Results.class, ImportOptions.Results.REJECTS);
        EventMode events = query.choice("events", EventMode.class, EventMode.SUMMARY);
        String undoJob = ImportParameters.job(query.text("job"));
        // The request's session is not used from here on; the commit releases its connection.
        session.getTransactionManager().commit();

        ImportStart start = bulkImport.undos().open(job, undoJob, sender, events, results);
        Caller caller = sender.caller();
        URI location = BulkImportResource.location(
                uri.getBaseUriBuilder(), realmName, start.job().spec().id());
        if (!async) {
            return BulkImportResource.streamed(bulkImport, start, kinds, caller, realmName)
                    .location(location)
                    .build();
        }
        bulkImport.start(start, kinds, caller, new DetachedResults(() -> {}));
        return Response.accepted(JobRepresentation.of(start.job(), List.of(), null, Progress.UNKNOWN))
                .type(MediaType.APPLICATION_JSON_TYPE)
                .header(Preferences.APPLIED, Preferences.RESPOND_ASYNC)
                .location(location)
                .build();
    }

    /** Requires the permission to undo each kind that the job has written: objects that are not restored are lost. */
    private JobKinds undoneKinds(ImportJob job) {
        if (!job.spec().isOfRealm()) {
            ImportKind<?, ?> kind = bulkImport.kind(job.spec().kind());
            kind.requirePermission(Operation.UNDO, permissions, realm);
            return JobKinds.of(kind);
        }
        JobKinds kinds = bulkImport.realmKinds(Operation.UNDO);
        List<JobPart> parts = parts(job);
        kinds.requirePermission(Operation.UNDO, parts, permissions, realm);
        parts.stream()
                .map(JobPart::kind)
                .filter(kind -> !kinds.ids().contains(kind))
                .findFirst()
                .ifPresent(kind -> {
                    throw Errors.conflict("Job " + job.spec().id() + " has records of kind " + kind
                            + ", which the server does not have. Install the JAR with this kind first.");
                });
        return kinds;
    }

    private JobRepresentation move(ImportJob job, JobStatus next, String move) {
        ImportJob moved = bulkImport.move(job, next);
        tell(moved, OperationType.ACTION, move);
        return represent(moved);
    }

    /**
     * Records in an admin event who has moved or removed a job.
     *
     * @param move {@code null} if it is removed
     */
    private void tell(ImportJob job, OperationType operation, String move) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("kind", job.spec().kind());
        shown.put("op", job.spec().operation().name().toLowerCase(Locale.ROOT));
        if (move != null) {
            shown.put("move", move);
        }
        shown.put("status", job.status().name());
        job.counters().byName(job.spec()).forEach(shown::put);
        shown.put("createdBy", job.createdBy());
        adminEvent
                .resource("BULK_IMPORT")
                .operation(operation)
                .resourcePath("bulk-import", "jobs", job.spec().id())
                .representation(shown)
                .success();
    }

    private JobRepresentation represent(ImportJob job) {
        List<String> undone = Optional.ofNullable(undone(job)).stream().toList();
        return represent(job, parts(job), left(job, bulkImport.ledger(session).left(undone)));
    }

    private static Long left(ImportJob job, Map<String, Long> left) {
        return Optional.ofNullable(undone(job)).map(left::get).orElse(null);
    }

    /** Internal id of the job that keeps the objects that undos leave: the job itself, or the job that it undoes. */
    private static String undone(ImportJob job) {
        if (job.spec().isUndo()) {
            return job.spec().undoes().uid();
        }
        return job.spec().undo() ? job.uid() : null;
    }

    private JobRepresentation represent(ImportJob job, List<JobPart> parts, Long left) {
        return JobRepresentation.of(
                job, parts, left, Progress.of(job, bulkImport.engine().progress(job.uid())));
    }

    private List<JobPart> parts(ImportJob job) {
        return bulkImport.ledger(session).parts(List.of(job.uid())).getOrDefault(job.uid(), List.of());
    }

    /**
     * Finds a job before any detail of it is returned. It is not found in another realm, and forbidden without access
     * to it.
     */
    private ImportJob find(String id) {
        ImportJob job = bulkImport
                .ledger(session)
                .find(realm.getId(), id)
                .filter(found -> bulkImport.findKinds(found.spec()).isPresent())
                .orElseThrow(() -> unknown());
        JobAccess.require(job, bulkImport.findKinds(job.spec()).orElseThrow(), parts(job), permissions, realm);
        return job;
    }

    private RuntimeException unknown() {
        permissions.requireAnyAdminRole();
        return Errors.notFound("The realm has no job with this id");
    }

    private static JobStatus status(String name) {
        if (name == null) {
            return null;
        }
        try {
            return JobStatus.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw Errors.badRequest("Query parameter `status` must be one of " + Arrays.toString(JobStatus.values()));
        }
    }
}
