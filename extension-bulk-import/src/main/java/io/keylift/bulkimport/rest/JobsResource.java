// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.kind.ImportKind;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.ForbiddenException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** The jobs of a realm. A caller sees and steers those of the kinds that the caller may import. */
public class JobsResource {

    private static final JsonFactory JSON = new JsonFactory();
    private static final int MAX_PAGE = 1000;

    private final KeycloakSession session;
    private final RealmModel realm;
    private final AdminPermissionEvaluator permissions;
    private final BulkImport bulkImport;

    JobsResource(
            KeycloakSession session, RealmModel realm, AdminPermissionEvaluator permissions, BulkImport bulkImport) {
        this.session = session;
        this.realm = realm;
        this.permissions = permissions;
        this.bulkImport = bulkImport;
    }

    /** Jobs, newest first. */
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public List<JobRepresentation> list(
            @QueryParam("status") String status,
            @QueryParam("first") @DefaultValue("0") int first,
            @QueryParam("max") @DefaultValue("100") int max) {
        if (first < 0 || max < 1 || max > MAX_PAGE) {
            throw Errors.badRequest("first must be at least 0, and max from 1 to " + MAX_PAGE);
        }
        List<String> permitted = bulkImport.kinds().stream()
                .filter(kind -> KindRepresentation.isPermitted(kind, permissions))
                .map(ImportKind::getId)
                .toList();
        if (permitted.isEmpty()) {
            throw new ForbiddenException();
        }
        return bulkImport.ledger(session).list(realm.getId(), permitted, status(status), first, max).stream()
                .map(this::represent)
                .toList();
    }

    @GET
    @Path("{id}")
    @Produces(MediaType.APPLICATION_JSON)
    public JobRepresentation get(@PathParam("id") String id) {
        return represent(find(id));
    }

    /** Removes a job that has ended, with its ledger: its input can then not be resumed any more. */
    @DELETE
    @Path("{id}")
    public Response delete(@PathParam("id") String id) {
        ImportJob job = find(id);
        if (!job.status().isEnded()) {
            throw Errors.conflict("Job " + id + " is " + job.status() + "; cancel it first");
        }
        bulkImport.ledger(session).delete(job.uid());
        return Response.noContent().build();
    }

    /** The rejects of all committed chunks, a line each, in the order of the input. */
    @GET
    @Path("{id}/rejects")
    @Produces(BulkImportResource.NDJSON)
    public Response rejects(@PathParam("id") String id) {
        String uid = find(id).uid();
        KeycloakSessionFactory factory = session.getKeycloakSessionFactory();
        StreamingOutput lines = out -> writeRejects(bulkImport, factory, uid, out);
        return Response.ok(lines, BulkImportResource.NDJSON).build();
    }

    @POST
    @Path("{id}/pause")
    @Produces(MediaType.APPLICATION_JSON)
    public JobRepresentation pause(@PathParam("id") String id) {
        return move(id, JobStatus.PAUSED);
    }

    @POST
    @Path("{id}/resume")
    @Produces(MediaType.APPLICATION_JSON)
    public JobRepresentation resume(@PathParam("id") String id) {
        ImportJob job = find(id);
        if (job.status() != JobStatus.PAUSED) {
            throw Errors.conflict("Job " + id + " is " + job.status() + " and not paused; to take up a job that has"
                    + " ended, send its input again with job=" + id);
        }
        return represent(bulkImport.move(job, JobStatus.RUNNING));
    }

    @POST
    @Path("{id}/cancel")
    @Produces(MediaType.APPLICATION_JSON)
    public JobRepresentation cancel(@PathParam("id") String id) {
        return move(id, JobStatus.CANCELLED);
    }

    private JobRepresentation move(String id, JobStatus next) {
        return represent(bulkImport.move(find(id), next));
    }

    private static void writeRejects(
            BulkImport bulkImport, KeycloakSessionFactory factory, String uid, OutputStream out) {
        KeycloakModelUtils.runJobInTransaction(factory, own -> {
            JobLedger ledger = bulkImport.ledger(own);
            try (JsonGenerator json = JSON.createGenerator(out)) {
                json.setRootValueSeparator(null);
                ledger.rejects(uid, reject -> writeLine(json, reject));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static void writeLine(JsonGenerator json, Reject reject) {
        try {
            json.writeStartObject();
            NdjsonResults.writeReject(json, reject);
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JobRepresentation represent(ImportJob job) {
        return JobRepresentation.of(job, Progress.of(job, bulkImport.engine().progress(job.uid())));
    }

    /** A job of another realm, or of a kind the caller may not import, is not found or forbidden before anything of it is said. */
    private ImportJob find(String id) {
        ImportJob job = bulkImport
                .ledger(session)
                .find(realm.getId(), id)
                .filter(found -> bulkImport.findKind(found.spec().kind()).isPresent())
                .orElseThrow(() -> unknown());
        requirePermission(job);
        return job;
    }

    /** Whoever may import the kind sees all its jobs; who may only remove some of it, none but the own removals. */
    private void requirePermission(ImportJob job) {
        ImportKind<?> kind = bulkImport.kind(job.spec().kind());
        boolean own = permissions.adminAuth().getUser().getId().equals(job.createdBy());
        if (own && job.spec().isRemoval()) {
            kind.requireRemovalPermission(permissions, realm);
        } else {
            kind.requirePermission(permissions);
        }
    }

    private RuntimeException unknown() {
        permissions.requireAnyAdminRole();
        return Errors.notFound("There is no job of that id in this realm");
    }

    private static JobStatus status(String name) {
        if (name == null) {
            return null;
        }
        try {
            return JobStatus.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw Errors.badRequest("status must be one of " + Arrays.toString(JobStatus.values()));
        }
    }
}
