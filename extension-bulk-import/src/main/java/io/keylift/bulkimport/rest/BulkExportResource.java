// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.caller.Callers;
import io.keylift.bulkimport.caller.RealmAdmins;
import io.keylift.bulkimport.export.CsvRecords;
import io.keylift.bulkimport.export.ExportKeys;
import io.keylift.bulkimport.export.ExportRequest;
import io.keylift.bulkimport.export.JsonRecords;
import io.keylift.bulkimport.export.RealmPosition;
import io.keylift.bulkimport.export.RecordFormat;
import io.keylift.bulkimport.export.StreamedExport;
import io.keylift.bulkimport.input.InputFormat;
import io.keylift.bulkimport.input.SpoolException;
import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordSource.Selection;
import io.keylift.bulkimport.kind.spi.SelectionException;
import io.keylift.bulkimport.place.Holder;
import io.keylift.bulkimport.place.Place;
import io.keylift.request.QueryParameters;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
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
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.jboss.logging.Logger;
import org.keycloak.events.admin.OperationType;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** The endpoint {@code /admin/realms/{realm}/bulk-export}. */
public class BulkExportResource {

    private static final Logger LOG = Logger.getLogger(BulkExportResource.class);

    private static final String AFTER = "after";
    private static final String SECRETS = "secrets";
    private static final String CSV = "text/csv";
    private static final String GZIP = "gzip";
    private static final int GZIP_BUFFER = 1 << 16;

    private final KeycloakSession session;
    private final RealmModel realm;
    private final AdminPermissionEvaluator permissions;
    private final AdminEventBuilder adminEvent;
    private final BulkImport bulkImport;

    BulkExportResource(
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

    /** Exports the records of one kind in the form that an import takes. */
    @GET
    @Path("{kind}")
    @Produces({BulkImportResource.NDJSON, MediaType.APPLICATION_JSON, CSV})
    public Response exportRecords(
            @PathParam("kind") String kindId,
            @HeaderParam(HttpHeaders.ACCEPT_ENCODING) String encodings,
            @Context Request request,
            @Context UriInfo uri) {
        ImportKind<?, ?> kind = exportable(kindId);
        ExportParameters parameters = ExportParameters.of(uri.getQueryParameters(), kind, bulkImport.schema(kind));
        RecordFormat format = format(request, kind, parameters);
        ExportRequest export = open(kind, parameters, false);
        if (HttpMethod.HEAD.equals(request.getMethod())) {
            return Response.ok().type(format.mediaType()).build();
        }
        Place place = place(export.caller());
        return stream(start(export, null, format, place), place, format.mediaType(), isGzip(encodings));
    }

    /** Exports several kinds in the order in which an import takes them, as lines that name their kind. */
    @GET
    @Produces({BulkImportResource.NDJSON, MediaType.WILDCARD})
    public Response exportRealm(
            @HeaderParam(HttpHeaders.ACCEPT_ENCODING) String encodings,
            @Context Request request,
            @Context UriInfo uri) {
        QueryParameters query = QueryParameters.of(uri, Errors::badRequest, JobSpec.KINDS, AFTER, SECRETS);
        List<ImportKind<?, ?>> all = bulkImport.exportableKinds(query.text(JobSpec.KINDS));
        boolean secrets = query.truth(SECRETS, false);
        RealmPosition after = query.has(AFTER) ? RealmPosition.of(query.text(AFTER)) : null;
        List<ImportKind<?, ?>> rest = after == null ? all : from(after, all);
        if (request.selectVariant(Variant.mediaTypes(MediaType.valueOf(BulkImportResource.NDJSON))
                        .build())
                == null) {
            throw Errors.notAcceptable("An export of several kinds has the form `" + BulkImportResource.NDJSON + "`");
        }
        Selection selection = new Selection(Map.of(), Set.of(), secrets);
        Caller caller = open(all, selection, false);
        if (HttpMethod.HEAD.equals(request.getMethod())) {
            return Response.ok().type(BulkImportResource.NDJSON).build();
        }
        List<ExportRequest> requests = new ArrayList<>();
        for (ImportKind<?, ?> kind : rest) {
            String within = after != null && kind.getId().equals(after.kind()) ? after.after() : null;
            requests.add(new ExportRequest(realm.getId(), kind, selection, caller, within, Long.MAX_VALUE));
        }
        Place place = place(caller);
        return stream(
                begun(place, () -> bulkImport.exports().startAll(requests, place)),
                place,
                BulkImportResource.NDJSON,
                isGzip(encodings));
    }

    /** The kinds from a position on; at least one. */
    private static List<ImportKind<?, ?>> from(RealmPosition after, List<ImportKind<?, ?>> kinds) {
        List<String> ids = kinds.stream().map(ImportKind::getId).toList();
        int kind = ids.indexOf(after.kind());
        int first = after.after() == null ? kind + 1 : kind;
        if (kind < 0 || first == kinds.size()) {
            throw Errors.badRequest(
                    "Query parameter `after` is not a position that an export of these kinds" + " has given");
        }
        return kinds.subList(first, kinds.size());
    }

    /** Exports the records that the body names by their keys, in the order of the keys. */
    @POST
    @Path("{kind}")
    @Consumes(MediaType.WILDCARD)
    @Produces({BulkImportResource.NDJSON, MediaType.APPLICATION_JSON, CSV})
    public Response exportNamed(
            @PathParam("kind") String kindId,
            @HeaderParam(HttpHeaders.CONTENT_TYPE) MediaType type,
            @HeaderParam(HttpHeaders.CONTENT_ENCODING) String encoding,
            @HeaderParam(HttpHeaders.ACCEPT_ENCODING) String encodings,
            @Context Request request,
            @Context UriInfo uri,
            InputStream body) {
        ImportKind<?, ?> kind = exportable(kindId);
        ExportParameters parameters = ExportParameters.of(uri.getQueryParameters(), kind, bulkImport.schema(kind));
        RecordFormat format = format(request, kind, parameters);
        InputFormat input = BulkImportResource.format(type);
        boolean gzip = BulkImportResource.isGzip(encoding);
        ExportRequest export = open(kind, parameters, true);
        Place place = place(export.caller());
        StreamedExport named = begun(place, () -> {
            KeySpool keys = takeIn(place.reading(body));
            try {
                return bulkImport
                        .exports()
                        .start(
                                export,
                                new ExportKeys(input.open(keys, gzip, bulkImport.inputLimits()), keys::close),
                                format,
                                place);
            } catch (IOException e) {
                keys.close();
                throw Errors.badRequest(e.getMessage());
            } catch (RuntimeException e) {
                keys.close();
                throw e;
            }
        });
        return stream(named, place, format.mediaType(), isGzip(encodings));
    }

    /** Taken before the keys are read: a node stores no more bodies than it can use. */
    private Place place(Caller caller) {
        return Errors.requirePlace(
                bulkImport.exportPlaces().take(new Holder(realm.getId(), caller.userId())),
                "This node already runs as many exports as option `max-active-jobs` allows, or others wait who have"
                        + " fewer. Try again later.");
    }

    private ImportKind<?, ?> exportable(String kindId) {
        ImportKind<?, ?> kind = bulkImport.kind(kindId);
        bulkImport.checks().requireExportable(kind);
        return kind;
    }

    private ExportRequest open(ImportKind<?, ?> kind, ExportParameters parameters, boolean ofKeys) {
        Caller caller = open(List.of(kind), parameters.selection(), ofKeys);
        return new ExportRequest(
                realm.getId(), kind, parameters.selection(), caller, parameters.after(), parameters.max());
    }

    private Caller open(List<ImportKind<?, ?>> kinds, Selection selection, boolean ofKeys) {
        kinds.forEach(kind -> kind.source().requirePermission(permissions, realm));
        bulkImport.requireSuitable();
        Caller caller =
                Callers.of(permissions.adminAuth(), realm, session.getContext().getConnection());
        if (selection.secrets()) {
            allowSecrets(kinds, selection, ofKeys);
        }
        // The request's session is not used from here on; the commit releases its connection.
        session.getTransactionManager().commit();
        return caller;
    }

    /** Tells of the export before it begins: the event is stored by the commit that precedes the first page. */
    private void allowSecrets(List<ImportKind<?, ?>> kinds, Selection selection, boolean ofKeys) {
        if (!bulkImport.exportsSecrets()) {
            throw Errors.forbidden("`secrets=true` requires the option `export-secrets=true` of the server");
        }
        if (!RealmAdmins.isUnrestricted(permissions)) {
            throw Errors.forbidden("`secrets=true` requires a caller and a token with all roles of `realm-admin`");
        }
        boolean ofOne = kinds.size() == 1;
        String kind = ofOne ? kinds.get(0).getId() : JobSpec.REALM;
        if (!realm.isAdminEventsEnabled()) {
            LOG.warnf(
                    "User %s exports secrets of realm %s (kind %s), which stores no admin events",
                    JobAccess.userId(permissions), realm.getName(), kind);
        }
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("kind", kind);
        if (!ofOne) {
            shown.put("kinds", kinds.stream().map(ImportKind::getId).toList());
        }
        shown.put("secrets", true);
        shown.put("fields", new TreeSet<>(selection.fields()));
        // The values may name persons.
        shown.put("filters", new TreeSet<>(selection.filters().keySet()));
        shown.put("byKeys", ofKeys);
        adminEvent
                .resource("BULK_EXPORT")
                .operation(OperationType.ACTION)
                .resourcePath("bulk-export", kind)
                .representation(shown)
                .success();
    }

    private KeySpool takeIn(InputStream body) {
        try {
            KeySpool keys = KeySpool.of(body, bulkImport.spoolSpace());
            if (keys == null) {
                throw Errors.insufficientStorage(
                        "The spool directory of this node has no room for the keys. Send them in several requests.",
                        SpoolException.CODE);
            }
            return keys;
        } catch (IOException e) {
            throw Errors.badRequest("The body broke off, or the spool directory of this node is not writable");
        }
    }

    /** @param keys the keys of the objects; {@code null} for all objects */
    private StreamedExport start(ExportRequest request, ExportKeys keys, RecordFormat format, Place place) {
        return begun(place, () -> bulkImport.exports().start(request, keys, format, place));
    }

    private static StreamedExport begun(Place place, Supplier<StreamedExport> start) {
        try {
            return start.get();
        } catch (SelectionException e) {
            place.release();
            throw Errors.badRequest(e.getMessage());
        } catch (RuntimeException | Error e) {
            place.release();
            throw e;
        }
    }

    private static Response stream(StreamedExport export, Place place, String mediaType, boolean gzip) {
        Response.ResponseBuilder answer = StreamedAnswer.of(mediaType, place, out -> {
            if (!gzip) {
                export.writeTo(out);
                return;
            }
            // With flushes of the compressor, so that the first line does not wait for the second page.
            try (OutputStream compressed = new GZIPOutputStream(out, GZIP_BUFFER, true)) {
                export.writeTo(compressed);
            }
        });
        answer.header(HttpHeaders.CACHE_CONTROL, "no-store")
                .header(HttpHeaders.VARY, HttpHeaders.ACCEPT + ", " + HttpHeaders.ACCEPT_ENCODING);
        return (gzip ? answer.header(HttpHeaders.CONTENT_ENCODING, GZIP) : answer).build();
    }

    private static RecordFormat format(Request request, ImportKind<?, ?> kind, ExportParameters parameters) {
        Variant chosen = request.selectVariant(Variant.mediaTypes(
                        MediaType.valueOf(BulkImportResource.NDJSON),
                        MediaType.APPLICATION_JSON_TYPE,
                        MediaType.valueOf(CSV))
                .build());
        MediaType type = chosen == null ? MediaType.valueOf(BulkImportResource.NDJSON) : chosen.getMediaType();
        if (type.isCompatible(MediaType.valueOf(CSV))) {
            parameters.requireColumns();
            return new CsvRecords(kind, parameters.columns(), parameters.names());
        }
        parameters.requireWholeFields();
        return type.isCompatible(MediaType.APPLICATION_JSON_TYPE)
                ? JsonRecords.array(kind, parameters.selection().fields())
                : JsonRecords.ndjson(kind, parameters.selection().fields());
    }

    /** Whether the client accepts gzip; {@code q=0} refuses it (RFC 9110). */
    private static boolean isGzip(String encodings) {
        return encodings != null
                && Stream.of(encodings.toLowerCase(Locale.ROOT).split(","))
                        .map(encoding -> encoding.replace(" ", ""))
                        .anyMatch(encoding -> encoding.equals(GZIP)
                                || encoding.startsWith(GZIP + ";q=") && !encoding.matches(GZIP + ";q=0(\\.0*)?"));
    }
}
