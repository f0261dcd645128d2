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

    /** Whether a name has had a slash that Keycloak's paths do not escape. */
    private boolean slashed;

    /**
     * Where a group is.
     *
     * @param path as Keycloak writes it
     * @param escaped with slashes within names escaped
     * @param unclear whether a name above seems to end with an escape
     */
    private record Place(String path, String escaped, int depth, boolean unclear) {

        static final Place TOP = new Place("", "", 0, false);

        Place below(String name, boolean escapesSlashes) {
            return new Place(
                    path + KeycloakModelUtils.buildGroupPath(escapesSlashes, name),
                    escaped + KeycloakModelUtils.buildGroupPath(true, name),
                    depth + 1,
                    unclear || path.endsWith(KeycloakModelUtils.GROUP_PATH_ESCAPE));
        }

        boolean isSlashed() {
            return !path.equals(escaped);
        }
    }

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
     * @param change further change of a group that has its path; also gets the path with slashes within names
     *     escaped, by which other records name the group
     */
    void translate(ObjectNode tree, Section section, BiConsumer<ObjectNode, String> change) throws IOException {
        paths = 0;
        translate(Place.TOP, tree, section, change);
    }

    private void translate(Place above, ObjectNode group, Section section, BiConsumer<ObjectNode, String> change)
            throws IOException {
        JsonNode below = group.remove(SUBGROUPS);
        // The names tell where the group is; how its path was written depends on an option of the other server.
        String name = group.path("name").asText();
        Place place = paths <= maxPaths ? above.below(name, target.escapesSlashes()) : above;
        paths += place.path().length();
        if (paths > maxPaths) {
            lines.addTooLong(section);
        } else {
            group.put("path", path(place, name));
            change.accept(group, place.escaped());
            lines.add(section, group);
        }
        if (below != null) {
            for (JsonNode child : below) {
                if (child instanceof ObjectNode object) {
                    translate(place, object, section, change);
                }
            }
        }
    }

    /**
     * The path of a record with the group's name: with a slash behind it, {@code ~/} stands for a slash within a name.
     * Groups with two or more above them get such a path, too, after a name with a slash: they would be looked for
     * below it. A path that also ends with the name as it is would be taken for one without escapes.
     */
    private String path(Place place, String name) {
        slashed |= place.isSlashed();
        boolean isAmbiguous = place.isSlashed() || slashed && place.depth() > 2;
        String exact = place.escaped() + KeycloakModelUtils.GROUP_PATH_SEPARATOR;
        boolean isExact = !place.unclear() && !exact.endsWith(KeycloakModelUtils.GROUP_PATH_SEPARATOR + name);
        return isAmbiguous && isExact ? exact : place.path();
    }
}
