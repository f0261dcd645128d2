// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keylift.capability.Capability;
import io.keylift.capability.catalog.Catalog;
import io.keylift.capability.entity.KeyliftCapabilityEntity;
import io.keylift.capability.evaluation.Evaluation;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.core.UriInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A capability or set with all its fields. */
public class EntryResource {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Call call;
    private final String nameOrId;

    EntryResource(Call call, String nameOrId) {
        this.call = call;
        this.nameOrId = nameOrId;
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public Map<String, Object> get(@Context UriInfo uri) {
        call.permissions().roles().requireList(call.realm());
        Call.query(uri);
        Catalog catalog = Evaluation.of(call.session()).catalog(call.realm());
        Capability entry = catalog.find(nameOrId);
        KeyliftCapabilityEntity row =
                entry == null ? null : call.entityManager().find(KeyliftCapabilityEntity.class, entry.id());
        if (row == null) {
            throw new ApiError("unknown_capability", "", "The realm has no capability or set with this name or id")
                    .as(Status.NOT_FOUND);
        }
        Map<String, Object> shown = entry.shown();
        shown.put("description", row.description());
        shown.put("sets", names(catalog, entry));
        if (entry.isSet()) {
            List<String> members = members(entry.id());
            shown.put("members", members);
            shown.put(
                    "unresolved",
                    members.stream()
                            .filter(name -> catalog.byName(name) == null)
                            .toList());
        } else {
            shown.put("endpoints", json(row.endpoints()));
        }
        return shown;
    }

    private static List<String> names(Catalog catalog, Capability entry) {
        List<String> names = new ArrayList<>();
        catalog.holding(entry).forEach(id -> names.add(catalog.byId(id).name()));
        names.sort(null);
        return names;
    }

    private List<String> members(String id) {
        return call.entityManager()
                .createQuery(
                        "select m.name from KeyliftCapabilityMemberEntity m where m.setId = :id order by m.name",
                        String.class)
                .setParameter("id", id)
                .getResultList();
    }

    private static JsonNode json(String text) {
        try {
            return text == null ? JSON.createArrayNode() : JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
