// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.keylift.capability.catalog.CatalogFault;
import io.keylift.capability.catalog.Manifest;
import io.keylift.capability.catalog.ManifestEditor;
import io.keylift.capability.catalog.ManifestResult;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.util.List;
import java.util.function.Function;
import org.keycloak.events.admin.OperationType;

/** The sources of the realm's catalog. */
public class SourcesResource {

    private static final String RESOURCE = "CAPABILITY_SOURCE";

    private final Call call;

    SourcesResource(Call call) {
        this.call = call;
    }

    /** @param appliedAt when its manifest was last applied, in milliseconds since 1970 */
    record SourceRepresentation(String source, String version, long appliedAt) {}

    /**
     * The effect of a manifest.
     *
     * @param policiesAffected policies that named a removed capability or set
     */
    record SourceChange(@JsonUnwrapped ManifestResult result, List<NamingPolicies.Named> policiesAffected) {}

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public List<SourceRepresentation> list(@Context UriInfo uri) {
        call.permissions().roles().requireList(call.realm());
        Call.query(uri);
        return call
                .entityManager()
                .createQuery(
                        "select s.name, s.version, s.appliedAt from KeyliftCapabilitySourceEntity s"
                                + " where s.realmId = :realm order by s.name",
                        Object[].class)
                .setParameter("realm", call.realm().getId())
                .getResultList()
                .stream()
                .map(row -> new SourceRepresentation((String) row[0], (String) row[1], (Long) row[2]))
                .toList();
    }

    /**
     * Applies a manifest: afterwards the realm has exactly its entries of this source. Applying the same manifest again
     * changes nothing.
     */
    @PUT
    @Path("{source}")
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    public SourceChange apply(@PathParam("source") String source, @Context UriInfo uri, InputStream body) {
        call.permissions().realm().requireManageRealm();
        boolean dryRun = Call.query(uri, "dryRun").truth("dryRun", false);
        Manifest manifest = Body.read(body, ManifestRepresentation.class).manifest(source);
        return change(dryRun, OperationType.UPDATE, editor -> editor.apply(manifest));
    }

    /** Removes a source with all its entries. */
    @DELETE
    @Path("{source}")
    @Produces(MediaType.APPLICATION_JSON)
    public SourceChange remove(@PathParam("source") String source, @Context UriInfo uri) {
        call.permissions().realm().requireManageRealm();
        boolean dryRun = Call.query(uri, "dryRun").truth("dryRun", false);
        return change(
                dryRun,
                OperationType.DELETE,
                editor -> editor.remove(source)
                        .orElseThrow(() -> new ApiError("unknown_source", "", "The realm has no such source")
                                .as(Status.NOT_FOUND)));
    }

    private SourceChange change(
            boolean dryRun, OperationType operation, Function<ManifestEditor, ManifestResult> change) {
        try {
            return OwnTransaction.run(call, own -> change(own, dryRun, operation, change));
        } catch (CatalogFault fault) {
            Status status = fault.code().equals("conflict") ? Status.CONFLICT : Status.BAD_REQUEST;
            throw new ApiError(fault.code(), fault.pointer(), fault.getMessage()).as(status);
        }
    }

    private static SourceChange change(
            Call own, boolean dryRun, OperationType operation, Function<ManifestEditor, ManifestResult> change) {
        ManifestResult result =
                change.apply(new ManifestEditor(own.entityManager(), own.realm().getId()));
        SourceChange shown =
                new SourceChange(result, new NamingPolicies(own).rename(result.removed(), result.replaced(), dryRun));
        if (dryRun) {
            own.session().getTransactionManager().setRollbackOnly();
        } else if (result.isChanged() || operation == OperationType.DELETE) {
            own.adminEvent()
                    .resource(RESOURCE)
                    .operation(operation)
                    .resourcePath("capabilities", "sources", result.source())
                    .representation(shown)
                    .success();
        }
        return shown;
    }
}
