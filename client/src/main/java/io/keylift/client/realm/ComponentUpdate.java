// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.client.AdminApi;
import io.keylift.client.http.HttpFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Adds and changes the components of a realm, with those within. One that only the realm has stays. */
final class ComponentUpdate {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CONFIG = "config";
    private static final String WITHIN = "subComponents";

    private final AdminApi admin;
    private final String path;
    private final RealmSettings source;
    private final JsonNode there;
    private final String realmId;
    private final List<Gap> gaps = new ArrayList<>();

    /** @param path of the realm */
    ComponentUpdate(AdminApi admin, String path, RealmSettings source) throws IOException, InterruptedException {
        this.admin = admin;
        this.path = path + "/components";
        this.source = source;
        this.there = admin.get(this.path);
        this.realmId = admin.get(path).path("id").asText();
    }

    List<Gap> apply(List<Difference> differences) throws IOException, InterruptedException {
        for (Place place : places(differences)) {
            JsonNode wanted =
                    named(source.document().path(RealmSettings.COMPONENTS).path(place.type), place.name);
            if (wanted == null) {
                gap(place.toString(), "only the target has it, and it stays", "Remove it by hand");
                continue;
            }
            try {
                bring(wanted, place, realmId);
            } catch (HttpFailure e) {
                gap(place.toString(), "the server refuses the change (" + e.getMessage() + ")", "Change it by hand");
            }
        }
        return gaps;
    }

    /** A component of the realm itself. */
    private record Place(String type, String name) implements Comparable<Place> {

        @Override
        public int compareTo(Place other) {
            return toString().compareTo(other.toString());
        }

        @Override
        public String toString() {
            return RealmSettings.COMPONENTS + "/" + type + "/" + name;
        }
    }

    private static Set<Place> places(List<Difference> differences) {
        Set<Place> places = new TreeSet<>();
        for (Difference difference : differences) {
            List<String> names = difference.path();
            JsonNode whole = difference.source() == null ? difference.target() : difference.source();
            switch (names.size()) {
                case 1 ->
                    whole.properties()
                            .forEach(type -> type.getValue()
                                    .fieldNames()
                                    .forEachRemaining(name -> places.add(new Place(type.getKey(), name))));
                case 2 -> whole.fieldNames().forEachRemaining(name -> places.add(new Place(names.get(1), name)));
                default -> places.add(new Place(names.get(1), names.get(2)));
            }
        }
        return places;
    }

    private static JsonNode named(JsonNode components, String name) {
        for (JsonNode component : components) {
            if (ComparableSettings.name(component).equals(name)) {
                return component;
            }
        }
        return null;
    }

    private void gap(String place, String reason, String way) {
        gaps.add(new Gap(place, reason, way));
    }

    private void bring(JsonNode wanted, Place place, String parent) throws IOException, InterruptedException {
        JsonNode current = child(there, place, parent);
        if (current != null) {
            change(wanted, current);
            within(wanted, current, there, false);
            return;
        }
        ObjectNode added = wanted.deepCopy();
        added.remove(List.of("id", WITHIN));
        added.put("providerType", place.type).put("parentId", parent);
        for (String masked : Masked.removeFrom(added.withObjectProperty(CONFIG))) {
            gap(place + "/" + masked, Masked.REASON, "Set it by hand");
        }
        admin.post(path, added);
        // The provider may have added values, and components within.
        JsonNode now = admin.get(path);
        JsonNode made = child(now, place, parent);
        if (made != null) {
            change(wanted, made);
            within(wanted, made, now, true);
        }
    }

    private static JsonNode child(JsonNode all, Place place, String parent) {
        for (JsonNode component : all) {
            if (component.path("parentId").asText().equals(parent)
                    && component.path("providerType").asText().equals(place.type)
                    && ComparableSettings.name(component).equals(place.name)) {
                return component;
            }
        }
        return null;
    }

    /** Asterisks stand for the secret that is there; an empty list takes a value away. */
    private void change(JsonNode wanted, JsonNode current) throws IOException, InterruptedException {
        ObjectNode changed = current.deepCopy();
        ObjectNode config = JSON.createObjectNode();
        for (Map.Entry<String, JsonNode> value : current.path(CONFIG).properties()) {
            config.set(value.getKey(), Masked.is(value.getValue()) ? value.getValue() : JSON.createArrayNode());
        }
        for (Map.Entry<String, JsonNode> value : wanted.path(CONFIG).properties()) {
            if (!Masked.is(value.getValue()) || config.has(value.getKey())) {
                config.set(value.getKey(), value.getValue());
            }
        }
        changed.set(CONFIG, config);
        admin.put(path + "/" + AdminApi.segment(current.path("id").asText()), changed);
    }

    /**
     * Brings the components within another one.
     *
     * @param isNew whether it was added just now, so that what else is within comes from its provider
     */
    private void within(JsonNode wanted, JsonNode parent, JsonNode all, boolean isNew)
            throws IOException, InterruptedException {
        String id = parent.path("id").asText();
        Set<String> kept = new TreeSet<>();
        for (Map.Entry<String, JsonNode> type : wanted.path(WITHIN).properties()) {
            for (JsonNode component : type.getValue()) {
                Place place = new Place(type.getKey(), ComparableSettings.name(component));
                JsonNode current = child(all, place, id);
                kept.add(place.toString());
                if (current == null) {
                    ObjectNode added = component.deepCopy();
                    added.remove(List.of("id", WITHIN));
                    admin.post(path, added.put("providerType", place.type).put("parentId", id));
                } else {
                    change(component, current);
                }
            }
        }
        for (JsonNode component : all) {
            Place place = new Place(component.path("providerType").asText(), ComparableSettings.name(component));
            if (component.path("parentId").asText().equals(id) && !kept.contains(place.toString())) {
                if (isNew) {
                    admin.delete(
                            path + "/" + AdminApi.segment(component.path("id").asText()));
                } else {
                    gap(place.toString(), "only the target has it, and it stays", "Remove it by hand");
                }
            }
        }
    }
}
