// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import io.keylift.capability.evaluation.Evaluation;
import io.keylift.request.QueryParameters;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.keycloak.models.UserModel;

/** The endpoint {@code /admin/realms/{realm}/capabilities}. */
public class CapabilitiesResource {

    private static final int PAGE = 100;
    private static final int MAX_PAGE = 1000;

    private final Call call;

    CapabilitiesResource(Call call) {
        this.call = call;
    }

    /** Lists capabilities and sets by name. */
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public List<CapabilityRepresentation> list(@Context UriInfo uri) {
        call.permissions().roles().requireList(call.realm());
        QueryParameters query = Call.query(uri, CapabilityFilter.names("first", "max"));
        int first = query.number("first", 0, Integer.MAX_VALUE, 0);
        int max = query.number("max", 1, MAX_PAGE, PAGE);
        return CapabilityFilter.of(query)
                .apply(Evaluation.of(call.session()).catalog(call.realm()).all())
                .skip(first)
                .limit(max)
                .map(CapabilityRepresentation::of)
                .toList();
    }

    /** Counts capabilities and sets. */
    @GET
    @Path("count")
    @Produces(MediaType.APPLICATION_JSON)
    public Map<String, Long> count(@Context UriInfo uri) {
        call.permissions().roles().requireList(call.realm());
        return Map.of(
                "count",
                CapabilityFilter.of(Call.query(uri, CapabilityFilter.names()))
                        .apply(Evaluation.of(call.session())
                                .catalog(call.realm())
                                .all())
                        .count());
    }

    @Path("entries/{entry}")
    public EntryResource entry(@PathParam("entry") String nameOrId) {
        return new EntryResource(call, nameOrId);
    }

    @Path("sources")
    public SourcesResource sources() {
        return new SourcesResource(call);
    }

    /** The assignments of a role. */
    @Path("roles/{id}")
    public AssignmentResource role(@PathParam("id") String id) {
        return new AssignmentResource(
                call, Subject.role(call.realm(), call.session().roles().getRoleById(call.realm(), id)));
    }

    /** Changes the assignments of many roles: all of them or none. */
    @POST
    @Path("roles:batch")
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    public List<Map<String, Object>> roles(@Context UriInfo uri, InputStream body) {
        call.permissions().requireAnyAdminRole();
        boolean strict = Call.query(uri, "strict").truth("strict", true);
        return Body.read(body, BatchRepresentation.class).run(call, strict);
    }

    /** The assignments and the effective capabilities of a user. */
    @Path("users/{id}")
    public UserResource user(@PathParam("id") String id) {
        UserModel user = call.session().users().getUserById(call.realm(), id);
        if (user == null) {
            // As in Keycloak: a caller without permission to search for users does not learn which users exist.
            call.permissions().users().requireQuery();
            throw new ApiError("unknown_user", "", "The realm has no such user").as(Status.NOT_FOUND);
        }
        return new UserResource(call, user);
    }

    /** Decides one or many access requests according to the OpenID AuthZEN Authorization API 1.0. */
    @POST
    @Path("evaluate")
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    public Map<String, Object> evaluate(@Context UriInfo uri, InputStream body) {
        call.permissions().requireAnyAdminRole();
        Call.query(uri);
        return new AccessDecisions(call).answer(Body.read(body, AccessRepresentation.class));
    }
}
