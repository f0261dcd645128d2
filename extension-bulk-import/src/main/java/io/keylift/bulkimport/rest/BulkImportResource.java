// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.document.DocumentReader;
import io.keylift.bulkimport.document.Target;
import io.keylift.bulkimport.engine.ImportInput;
import io.keylift.bulkimport.input.Documents;
import io.keylift.bulkimport.input.InputFormat;
import io.keylift.bulkimport.input.SpoolException;
import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.job.JobOption;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.place.SlowClientException;
import io.keylift.bulkimport.schema.Contract;
import io.keylift.bulkimport.spool.SpoolSpace;
import io.keylift.request.QueryParameters;
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
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriBuilder;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.core.Variant;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** The endpoint {@code /admin/realms/{realm}/bulk-import}. */
public class BulkImportResource {

    static final String NDJSON = "application/x-ndjson";

    private final KeycloakSession session;
    private final RealmModel realm;
    private final AdminPermissionEvaluator permissions;
    private final AdminEventBuilder adminEvent;
    private final BulkImport bulkImport;

    BulkImportResource(
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

    /** The kinds, each with its key, its JSON Schema and whether the caller can import it. */
    @GET
    @Path("kinds")
    @Produces(MediaType.APPLICATION_JSON)
    public List<KindRepresentation> kinds(@Context UriInfo uri) {
        permissions.requireAnyAdminRole();
        QueryParameters.of(uri, Errors::badRequest);
        return bulkImport.kinds().stream()
                .map(kind ->
                        KindRepresentation.of(kind, bulkImport.schema(kind), permissions, realm, bulkImport.refusal()))
                .toList();
    }

    /** Tells what the caller should know of this server before an import. */
    @GET
    @Path("server")
    @Produces(MediaType.APPLICATION_JSON)
    public ServerRepresentation server(@Context UriInfo uri) {
        permissions.requireAnyAdminRole();
        QueryParameters.of(uri, Errors::badRequest);
        return bulkImport.describe(session);
    }

    /** The contract of this endpoint as an OpenAPI 3.1 document; YAML if the caller does not accept JSON. */
    @GET
    @Path("openapi")
    @Produces({MediaType.APPLICATION_JSON, Contract.YAML})
    public Response openapi(@Context Request request, @Context UriInfo uri) {
        permissions.requireAnyAdminRole();
        QueryParameters.of(uri, Errors::badRequest);
        Contract contract = bulkImport.contract();
        MediaType yaml = MediaType.valueOf(Contract.YAML);
        Variant chosen = request.selectVariant(
                Variant.mediaTypes(MediaType.APPLICATION_JSON_TYPE, yaml).build());
        return chosen != null && yaml.equals(chosen.getMediaType())
                ? Response.ok(contract.yaml(), yaml).build()
                : Response.ok(contract.json(), MediaType.APPLICATION_JSON_TYPE).build();
    }

    @Path("jobs")
    public JobsResource jobs() {
        return new JobsResource(session, realm, permissions, adminEvent, bulkImport);
    }

    /**
     * Imports a stream of records of one kind, or applies the operation {@code op} to them. The response is a stream of
     * results. With {@code Prefer: respond-async}, it is the job, as soon as the server has the whole input.
     */
    @POST
    @Path("{kind}")
    @Consumes(MediaType.WILDCARD)
    @Produces({NDJSON, MediaType.APPLICATION_JSON})
    public Response importRecords(
            @PathParam("kind") String kindId,
            @HeaderParam(HttpHeaders.CONTENT_TYPE) MediaType type,
            @HeaderParam(HttpHeaders.CONTENT_ENCODING) String encoding,
            @Context HttpHeaders headers,
            @Context UriInfo uri,
            InputStream body) {
        ImportKind<?, ?> kind = bulkImport.kind(kindId);
        ImportParameters parameters = ImportParameters.of(uri.getQueryParameters());
        parameters.requireOf(kind.getId());
        kind.requirePermission(parameters.operation(), permissions, realm);
        bulkImport.requireSuitable();
        switch (parameters.operation()) {
            case IMPORT -> requireNoObstacle(kind);
            case REMOVE -> bulkImport.checks().requireRemovable(kind);
            case VERIFY -> bulkImport.checks().requireVerifiable(kind);
            case UNDO -> throw new IllegalStateException("An undo has no input");
            case MIRROR -> {
                requireNoObstacle(kind);
                bulkImport
                        .checks()
                        .requireMirrorable(
                                kind, parameters.options().get(JobOption.SCOPE), session, realm, permissions);
            }
        }
        return run(JobKinds.of(kind), parameters, format(type), isGzip(encoding), null, headers, uri, body);
    }

    /**
     * Imports, removes or verifies a stream of records of several kinds, each of which names its own, or a document of
     * a realm.
     */
    @POST
    @Consumes(MediaType.WILDCARD)
    @Produces({NDJSON, MediaType.APPLICATION_JSON})
    public Response importRealm(
            @HeaderParam(HttpHeaders.CONTENT_TYPE) MediaType type,
            @HeaderParam(HttpHeaders.CONTENT_ENCODING) String encoding,
            @Context HttpHeaders headers,
            @Context UriInfo uri,
            InputStream body) {
        ImportParameters parameters = ImportParameters.ofRealm(uri.getQueryParameters());
        JobKinds kinds = bulkImport.realmKinds(parameters.operation());
        kinds.requirePermission(parameters.operation(), permissions, realm);
        bulkImport.requireSuitable();
        parameters.requireOfRealm();
        if (parameters.options().get(JobOption.SCOPE).containsKey(JobSpec.KINDS)) {
            bulkImport
                    .exportableKinds(parameters.options().get(JobOption.SCOPE).get(JobSpec.KINDS))
                    .forEach(kind -> kind.source().requirePermission(permissions, realm));
        }
        InputFormat format = anyFormat(type);
        if (format == InputFormat.CSV) {
            throw Errors.unsupportedMediaType("CSV has records of one kind. Send it to the path of the kind, or send"
                    + " lines of JSON with `kind` and `record` as `" + NDJSON + "`.");
        }
        Documents documents = new DocumentReader(Target.of(session, realm), bulkImport.spoolSpace());
        return run(kinds, parameters, format, isGzip(encoding), documents, headers, uri, body);
    }

    private Response run(
            JobKinds kinds,
            ImportParameters parameters,
            InputFormat format,
            boolean gzip,
            Documents documents,
            HttpHeaders headers,
            UriInfo uri,
            InputStream body) {
        if (parameters.options().get(JobOption.UNDO)) {
            bulkImport.checks().requireUndoable(kinds, parameters.operation() != Operation.IMPORT);
        }
        boolean async = Preferences.respondAsync(headers.getRequestHeader(Preferences.PREFER));
        BodySpool input = new BodySpool(body, bulkImport.spoolSpace());
        Upload upload = new Upload(input, format, gzip, documents, length(headers));
        if (async) {
            requireRoom(upload.length(), bulkImport.spoolSpace());
        }
        Sender sender = Sender.of(kinds, session, realm, permissions);
        String realmId = realm.getId();
        String realmName = realm.getName();
        // The request's session is not used from here on; the commit releases its connection.
        session.getTransactionManager().commit();

        ImportStart start = bulkImport.jobs().open(realmId, kinds, sender, parameters, upload);
        Caller caller = sender.caller();
        URI location =
                location(uri.getBaseUriBuilder(), realmName, start.job().spec().id());
        Response.ResponseBuilder answer =
                async ? detached(start, kinds, caller, input) : streamed(bulkImport, start, kinds, caller, realmName);
        return answer.location(location).build();
    }

    private void requireNoObstacle(ImportKind<?, ?> kind) {
        String obstacle = kind.obstacle(session, realm);
        if (obstacle != null) {
            throw Errors.badRequest(obstacle);
        }
    }

    static Response.ResponseBuilder streamed(
            BulkImport bulkImport, ImportStart start, JobKinds kinds, Caller caller, String realmName) {
        ResultSpool spool = new ResultSpool(bulkImport.spoolSpace(), bulkImport.longestSilence());
        NdjsonResults results = new NdjsonResults(spool, start.options(), realmName);
        String uid = start.job().uid();
        bulkImport.start(start, kinds, caller, results);
        return StreamedAnswer.of(
                NDJSON,
                out -> spool.drainTo(
                        bulkImport.patience().writing(out, spool::nanosSinceEnd),
                        () -> bulkImport.engine().progress(uid).map(results::progress)));
    }

    private Response.ResponseBuilder detached(ImportStart start, JobKinds kinds, Caller caller, BodySpool input) {
        input.detach();
        bulkImport.start(start, kinds, caller, new DetachedResults(input));
        try {
            input.takeIn();
        } catch (SpoolException e) {
            throw Errors.insufficientStorage(
                    "The spool directory of this node is full or not writable. Free some space, then send the"
                            + " input again with `job="
                            + start.job().spec().id() + "` to resume.",
                    SpoolException.CODE);
        } catch (SlowClientException e) {
            throw Errors.badRequest(
                    e.getMessage() + ". Send the input again with `job="
                            + start.job().spec().id() + "` to resume.",
                    "input_broke_off");
        }
        return Response.accepted(JobRepresentation.of(start.job(), List.of(), null, Progress.UNKNOWN))
                .type(MediaType.APPLICATION_JSON_TYPE)
                .header(Preferences.APPLIED, Preferences.RESPOND_ASYNC);
    }

    /** Checked before anything is read: otherwise the client would learn only after it has sent the whole body. */
    static void requireRoom(long length, SpoolSpace space) {
        if (length != ImportInput.UNKNOWN_SIZE && !space.fits(length)) {
            throw Errors.insufficientStorage(
                    "The spool directory of this node has no room for a body of " + length
                            + " bytes. Free some space, or send the body without `Prefer: respond-async`.",
                    SpoolException.CODE);
        }
    }

    static URI location(UriBuilder base, String realm, String job) {
        return base.path("admin/realms/{realm}/bulk-import/jobs/{job}").build(realm, job);
    }

    private static long length(HttpHeaders headers) {
        String length = headers.getHeaderString(UploadLimit.LENGTH_HEADER);
        return length == null ? ImportInput.UNKNOWN_SIZE : Long.parseLong(length);
    }

    /** The format of records of one kind. */
    static InputFormat format(MediaType type) {
        InputFormat format = anyFormat(type);
        if (format == InputFormat.ZIP) {
            throw Errors.unsupportedMediaType("An archive has a whole realm. Send it to the path without a kind.");
        }
        return format;
    }

    private static InputFormat anyFormat(MediaType type) {
        if (type == null) {
            throw Errors.unsupportedMediaType(
                    "`Content-Type` is missing; send `" + NDJSON + "`, `application/json` or `text/csv`");
        }
        String charset = type.getParameters().get(MediaType.CHARSET_PARAMETER);
        if (charset != null && !charset.equalsIgnoreCase("utf-8") && !charset.equalsIgnoreCase("us-ascii")) {
            throw Errors.unsupportedMediaType("The charset of `Content-Type` must be UTF-8 or absent");
        }
        if ("absent".equalsIgnoreCase(type.getParameters().get("header"))) {
            throw Errors.unsupportedMediaType(
                    "`Content-Type` has `header=absent`, but the first row must name the columns");
        }
        return InputFormat.ofMediaType(type.getType(), type.getSubtype())
                .orElseThrow(() -> Errors.unsupportedMediaType(
                        "`Content-Type` must be `" + NDJSON + "` (one JSON object per line), `application/json` (an"
                                + " array) or `text/csv`. Other formats, such as LDIF, must be converted."));
    }

    static boolean isGzip(String encoding) {
        String name = encoding == null ? "identity" : encoding.trim().toLowerCase(Locale.ROOT);
        return switch (name) {
            case "identity", "" -> false;
            case "gzip", "x-gzip" -> true;
            default -> throw Errors.unsupportedMediaType("`Content-Encoding` must be `gzip` or absent");
        };
    }
}
