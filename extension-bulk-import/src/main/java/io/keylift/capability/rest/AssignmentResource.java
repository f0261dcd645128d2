// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import io.keylift.capability.Capability;
import io.keylift.capability.assignment.AssignmentChange;
import io.keylift.capability.assignment.Assignments;
import io.keylift.capability.evaluation.Effective;
import io.keylift.capability.evaluation.Evaluation;
import io.keylift.capability.evaluation.Origin;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The assignments of one role or user. */
public class AssignmentResource {

    private final Call call;
    private final Subject subject;

    AssignmentResource(Call call, Subject subject) {
        this.call = call;
        this.subject = subject;
    }

    /**
     * Returns the assignments. With {@code expand}, also the members of the sets, each with the assigned sets that
     * contain it.
     */
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public Response get(@Context UriInfo uri, @Context Request request) {
        subject.requireView().accept(call.permissions());
        boolean expand = Call.query(uri, "expand").truth("expand", false);
        String revision = new Assignments(call.entityManager())
                .revisions(List.of(subject.holder()))
                .get(subject.holder());
        Effective assigned = Evaluation.of(call.session()).assigned(call.realm(), subject.holder());
        var tag = Revision.tag(revision, assigned.catalog().revision(), subject, expand);
        Response.ResponseBuilder unchanged = request.evaluatePreconditions(tag);
        if (unchanged != null) {
            return unchanged.build();
        }
        Map<String, Object> shown = new LinkedHashMap<>(subject.shown());
        shown.put("capabilities", capabilities(assigned, expand));
        return Response.ok(shown).tag(tag).build();
    }

    private static List<CapabilityRepresentation> capabilities(Effective assigned, boolean expand) {
        List<CapabilityRepresentation> shown = new ArrayList<>();
        assigned.origins().forEach((capability, origins) -> {
            if (expand) {
                shown.add(CapabilityRepresentation.of(
                        capability,
                        origins.stream().anyMatch(origin -> origin.set() == null),
                        origins.stream()
                                .map(Origin::set)
                                .filter(set -> set != null)
                                .map(Capability::name)
                                .sorted()
                                .toList()));
            } else if (origins.stream().anyMatch(origin -> origin.set() == null)) {
                shown.add(CapabilityRepresentation.of(capability));
            }
        });
        return shown;
    }

    /** Replaces all assignments. */
    @PUT
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    public Response replace(@Context UriInfo uri, @HeaderParam(HttpHeaders.IF_MATCH) String ifMatch, InputStream body) {
        subject.requireManage().accept(call.permissions());
        boolean strict = Call.query(uri, "strict").truth("strict", true);
        return change(Body.read(body, ChangeRepresentation.class).replacement(""), strict, ifMatch);
    }

    /** Adds some assignments and removes others. */
    @PATCH
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    public Response change(@Context UriInfo uri, @HeaderParam(HttpHeaders.IF_MATCH) String ifMatch, InputStream body) {
        subject.requireManage().accept(call.permissions());
        boolean strict = Call.query(uri, "strict").truth("strict", true);
        return change(Body.read(body, ChangeRepresentation.class).partial(""), strict, ifMatch);
    }

    /** Removes all assignments. */
    @DELETE
    @Produces(MediaType.APPLICATION_JSON)
    public Response clear(@Context UriInfo uri, @HeaderParam(HttpHeaders.IF_MATCH) String ifMatch) {
        subject.requireManage().accept(call.permissions());
        Call.query(uri);
        return change(AssignmentChange.replace(List.of()), true, ifMatch);
    }

    private Response change(AssignmentChange change, boolean strict, String ifMatch) {
        AssignmentCommand command = new AssignmentCommand(subject, change, "", ifMatch);
        AssignmentCommand.Done done = AssignmentCommand.run(
                        call, subject.holder().type(), List.of(command), strict)
                .get(0);
        return Response.ok(done.shown())
                .tag(Revision.tag(done.revision(), done.catalog(), subject, false))
                .build();
    }
}
