// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.function.BiConsumer;
import org.keycloak.models.utils.KeycloakModelUtils;

/** Makes a record of each group of a tree, those above first. */
final class GroupTranslation {

    private static final String SUBGROUPS = "subGroups";

    private final Target target;
    private final Lines lines;
    private final long maxPaths;
    private long paths;

    /**
     * @param maxPaths most characters in the paths that the groups of one tree get. Keycloak's documents have these
     *     paths, too, so that no tree of theirs has more; without a limit, one long name could be in a million paths.
     */
    GroupTranslation(Target target, Lines lines, long maxPaths) {
        this.target = target;
        this.lines = lines;
        this.maxPaths = maxPaths;
    }

    /**
     * @param section that of the records
     * @param change what else to change in a group that has its path; gets also the path with slashes within names
     *     escaped, by which other records name the group
     */
    void translate(ObjectNode tree, Section section, BiConsumer<ObjectNode, String> change) throws IOException {
        paths = 0;
        translate("", "", tree, section, change);
    }

    private void translate(
            String above,
            String referenceAbove,
            ObjectNode group,
            Section section,
            BiConsumer<ObjectNode, String> change)
            throws IOException {
        JsonNode below = group.remove(SUBGROUPS);
        // The names tell where the group is; how its path was written depends on an option of the other server.
        String name = group.path("name").asText();
        boolean fits = paths <= maxPaths;
        String path = fits ? above + KeycloakModelUtils.buildGroupPath(target.escapesSlashes(), name) : above;
        String reference = fits ? referenceAbove + KeycloakModelUtils.buildGroupPath(true, name) : referenceAbove;
        paths += path.length();
        if (paths > maxPaths) {
            lines.addTooLong(section);
        } else {
            group.put("path", path);
            change.accept(group, reference);
            lines.add(section, group);
        }
        if (below != null) {
            for (JsonNode child : below) {
                if (child instanceof ObjectNode object) {
                    translate(path, reference, object, section, change);
                }
            }
        }
    }
}
