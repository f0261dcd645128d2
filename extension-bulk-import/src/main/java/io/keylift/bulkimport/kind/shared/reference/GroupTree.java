// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.shared.reference.GroupChildren.Place;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Maps the paths of a chunk to groups: those of the realm, and those that the chunk adds. Runs one query for each level
 * of the deepest path.
 */
public final class GroupTree {

    /**
     * Root of paths.
     *
     * @param parentId id of the group above the first name of a path
     * @param organizationId id of the organization that owns the groups; {@code null} for groups of the realm
     */
    public record Root(String parentId, String organizationId) {}

    /** A path with its root. */
    public record Branch(Root root, GroupPath path) {

        public Branch parent() {
            return new Branch(root, path.parent());
        }

        boolean isBelow(Branch other) {
            return root.equals(other.root) && path.isBelow(other.path);
        }
    }

    private final GroupChildren children;
    private final Map<Branch, String> ids = new HashMap<>();
    private final Set<Branch> looked = new HashSet<>();

    public GroupTree(GroupChildren children) {
        this.children = children;
    }

    /** Looks up these branches and all their parents that are not loaded yet. */
    public void load(Collection<Branch> branches) {
        Collection<Branch> open = branches;
        for (int level = 1; !open.isEmpty(); level++) {
            open = loadLevel(open, level);
        }
    }

    /** Returns the branches that may have groups below this level. */
    private List<Branch> loadLevel(Collection<Branch> branches, int level) {
        Map<Place, Branch> places = new HashMap<>();
        List<Branch> deeper = new ArrayList<>();
        for (Branch branch : branches) {
            Branch above = new Branch(
                    branch.root(), new GroupPath(branch.path().names().subList(0, level)));
            String parentId = parentId(above);
            if (parentId != null) {
                if (!ids.containsKey(above) && looked.add(above)) {
                    places.put(new Place(parentId, above.path().name()), above);
                }
                if (branch.path().depth() > level) {
                    deeper.add(branch);
                }
            }
        }
        children.ids(places.keySet()).forEach((place, id) -> ids.put(places.get(place), id));
        return deeper;
    }

    /** Id of the group of this path, or {@code null}. */
    public String id(Branch branch) {
        return ids.get(branch);
    }

    /** Id of the parent group, or {@code null}. */
    public String parentId(Branch branch) {
        return branch.path().isTop() ? branch.root().parentId() : ids.get(branch.parent());
    }

    /** Maps the path to this group. */
    public void put(Branch branch, String id) {
        ids.put(branch, id);
    }

    /** Removes this group and everything below it. */
    public void removeGroup(String id) {
        List<Branch> places = ids.entrySet().stream()
                .filter(entry -> entry.getValue().equals(id))
                .map(Map.Entry::getKey)
                .toList();
        ids.keySet().removeIf(known -> places.stream().anyMatch(place -> known.equals(place) || known.isBelow(place)));
    }
}
