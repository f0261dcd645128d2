// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.engine.Caller;
import io.keylift.bulkimport.engine.ImportInput;
import io.keylift.bulkimport.input.InputFormat;
import io.keylift.bulkimport.kind.ImportKind;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** The endpoint {@code /admin/realms/{realm}/bulk-import}. */
public class BulkImportResource {

    static final String NDJSON = "application/x-ndjson";

    private final KeycloakSession session;
    private final RealmModel realm;
    private final AdminPermissionEvaluator permissions;
    private final BulkImport bulkImport;

    BulkImportResource(
            KeycloakSession session, RealmModel realm, AdminPermissionEvaluator permissions, BulkImport bulkImport) {
        this.session = session;
        this.realm = realm;
        this.permissions = permissions;
        this.bulkImport = bulkImport;
    }

    /** The kinds that can be imported, whether the caller may, and what identifies a record. */
    @GET
    @Path("kinds")
    @Produces(MediaType.APPLICATION_JSON)
    public List<KindRepresentation> kinds() {
        permissions.requireAnyAdminRole();
        return bulkImport.kinds().stream()
                .map(kind -> KindRepresentation.of(kind, permissions))
                .toList();
    }

    @Path("jobs")
    public JobsResource jobs() {
        return new JobsResource(session, realm, permissions, bulkImport);
    }

    /** Imports a stream of records of one kind; answers a stream of results. */
    @POST
    @Path("{kind}")
    @Consumes(MediaType.WILDCARD)
    @Produces(NDJSON)
    public Response importRecords(
            @PathParam("kind") String kindId,
            @HeaderParam(HttpHeaders.CONTENT_TYPE) MediaType type,
            @HeaderParam(HttpHeaders.CONTENT_ENCODING) String encoding,
            @Context HttpHeaders headers,
            @Context UriInfo uri,
            InputStream body) {
        ImportKind<?> kind = bulkImport.kind(kindId);
        kind.requirePermission(permissions);
        ImportParameters parameters = ImportParameters.of(uri.getQueryParameters());
        Upload upload = new Upload(body, format(type), isGzip(encoding), length(headers));
        Caller caller = Caller.of(permissions.adminAuth(), session.getContext().getConnection());
        String realmId = realm.getId();
        String realmName = realm.getName();
        // From here on the request's session is not used any more; this gives its connection back.
        session.getTransactionManager().commit();

        ImportStart start = bulkImport.open(realmId, kind, caller, parameters, upload);
        ResultSpool spool = new ResultSpool();
        bulkImport.start(start, kind, caller, new NdjsonResults(spool, start.options(), realmName));
        String location = uri.getBaseUri() + "admin/realms/" + realmName + "/bulk-import/jobs/"
                + start.job().spec().id();
        return Response.ok((StreamingOutput) spool::drainTo, NDJSON)
                .header(HttpHeaders.LOCATION, location)
                // Proxies such as nginx must not hold results back.
                .header("X-Accel-Buffering", "no")
                .build();
    }

    private static long length(HttpHeaders headers) {
        String length = headers.getHeaderString(UploadLimit.LENGTH_HEADER);
        return length == null ? ImportInput.UNKNOWN_SIZE : Long.parseLong(length);
    }

    private static InputFormat format(MediaType type) {
        if (type == null) {
            throw Errors.unsupportedMediaType(
                    "Content-Type is missing; send " + NDJSON + ", application/json or text/csv");
        }
        return InputFormat.ofMediaType(type.getType(), type.getSubtype())
                .orElseThrow(() -> Errors.unsupportedMediaType(
                        "Content-Type must be " + NDJSON + ", application/json (an array) or text/csv"));
    }

    private static boolean isGzip(String encoding) {
        String name = encoding == null ? "identity" : encoding.trim().toLowerCase(Locale.ROOT);
        return switch (name) {
            case "identity", "" -> false;
            case "gzip", "x-gzip" -> true;
            default -> throw Errors.unsupportedMediaType("Content-Encoding must be gzip or absent");
        };
    }
}
