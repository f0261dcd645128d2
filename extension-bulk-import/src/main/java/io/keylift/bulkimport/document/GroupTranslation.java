// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.keycloak.models.utils.KeycloakModelUtils;

/** Makes a record of each group of a tree, those above first. */
final class GroupTranslation {

    private static final String SUBGROUPS = "subGroups";

    private final Target target;

    GroupTranslation(Target target) {
        this.target = target;
    }

    /** Takes a group. */
    @FunctionalInterface
    interface Taker {
        void take(ObjectNode group) throws IOException;
    }

    void translate(ObjectNode tree, Taker taker) throws IOException {
        translate(List.of(), tree, taker);
    }

    private void translate(List<String> above, ObjectNode group, Taker taker) throws IOException {
        List<String> names = new ArrayList<>(above);
        names.add(group.path("name").asText());
        JsonNode below = group.remove(SUBGROUPS);
        // The names tell where the group is; how its path was written depends on an option of the other server.
        group.put("path", KeycloakModelUtils.buildGroupPath(target.escapesSlashes(), names.toArray(String[]::new)));
        taker.take(group);
        if (below != null) {
            for (JsonNode child : below) {
                if (child instanceof ObjectNode object) {
                    translate(names, object, taker);
                }
            }
        }
    }
}
