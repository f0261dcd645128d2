// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import io.keylift.capability.evaluation.Effective;
import io.keylift.capability.evaluation.Evaluation;
import io.keylift.capability.evaluation.Origin;
import io.keylift.request.QueryParameters;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.UserModel;

/** The assignments and the effective capabilities of a user. */
public class UserResource extends AssignmentResource {

    private static final Set<String> FIELDS =
            Set.of("id", "name", "set", "resource", "action", "type", "source", "origins");

    private final Call call;
    private final UserModel user;

    UserResource(Call call, UserModel user) {
        super(call, Subject.user(user));
        this.call = call;
        this.user = user;
    }

    /** Returns the effective capabilities of the user, each with its origins. */
    @GET
    @Path("effective")
    @Produces(MediaType.APPLICATION_JSON)
    public List<Map<String, Object>> effective(@Context UriInfo uri) {
        call.permissions().users().requireView(user);
        QueryParameters query = Call.query(uri, CapabilityFilter.names("fields", "first", "max"));
        int first = query.number("first", 0, Integer.MAX_VALUE, 0);
        int max = query.number("max", 1, Integer.MAX_VALUE, Integer.MAX_VALUE);
        Set<String> wanted = fields(query.text("fields"));
        CapabilityFilter filter = CapabilityFilter.of(query);
        RolePaths ways = new RolePaths(user);
        Effective effective = Evaluation.of(call.session()).of(call.realm(), ways.roles(), user.getId());
        return effective.origins().entrySet().stream()
                .filter(entry -> filter.passes(entry.getKey()))
                .skip(first)
                .limit(max)
                .map(entry -> {
                    Map<String, Object> one = entry.getKey().shown();
                    if (wanted.contains("origins")) {
                        one.put(
                                "origins",
                                entry.getValue().stream()
                                        .map(origin -> origin(origin, ways))
                                        .toList());
                    }
                    one.keySet().retainAll(wanted);
                    return one;
                })
                .toList();
    }

    private static Map<String, Object> origin(Origin origin, RolePaths ways) {
        Map<String, Object> shown = new LinkedHashMap<>(ways.way(origin.holder()));
        if (origin.set() != null) {
            shown.put("set", origin.set().name());
        }
        return shown;
    }

    private static Set<String> fields(String fields) {
        if (fields == null || fields.isBlank()) {
            return FIELDS;
        }
        Set<String> wanted = Set.copyOf(List.of(fields.trim().split("\\s*,\\s*")));
        if (!FIELDS.containsAll(wanted)) {
            throw new ApiError(
                            ErrorCode.INVALID,
                            "",
                            "Query parameter `fields` must be a list of these: "
                                    + String.join(", ", FIELDS.stream().sorted().toList()))
                    .badRequest();
        }
        return wanted;
    }
}
