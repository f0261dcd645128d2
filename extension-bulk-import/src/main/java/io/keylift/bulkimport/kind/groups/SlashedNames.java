// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.groups;

import io.keylift.bulkimport.kind.reference.GroupChildren;
import io.keylift.bulkimport.kind.reference.GroupChildren.Place;
import io.keylift.bulkimport.kind.reference.GroupPath;
import io.keylift.bulkimport.kind.reference.GroupTree;
import io.keylift.bulkimport.kind.reference.GroupTree.Branch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.utils.KeycloakModelUtils;

/**
 * Finds out which slashes of a path are between names and which are in them, where Keycloak does not escape those. As
 * Keycloak has it, the shortest name of a group that is there wins; what leads to no group is taken apart at each
 * slash.
 */
final class SlashedNames {

    private final GroupChildren children;
    private final GroupTree tree;

    SlashedNames(GroupChildren children, GroupTree tree) {
        this.children = children;
        this.tree = tree;
    }

    /** A path of which a part is settled. */
    private static final class Walk<R extends GroupContent> {

        private final GroupWork<R> work;
        private final List<String> settled;
        private List<String> rest;
        private String parentId;

        Walk(GroupWork<R> work, int known, String parentId) {
            this.work = work;
            this.parentId = parentId;
            List<String> names = work.branch.path().names();
            settled = new ArrayList<>(names.subList(0, known));
            rest = names.subList(known, names.size());
        }

        /** Whether what is left can be read in more than one way. */
        boolean isOpen() {
            return joinable() > 1;
        }

        /** How many of the names that are left may be parts of one; a name that the record gives is not. */
        private int joinable() {
            return work.record.name() == null ? rest.size() : rest.size() - 1;
        }

        List<Place> places() {
            List<Place> places = new ArrayList<>();
            for (int count = 1; count <= joinable(); count++) {
                places.add(place(count));
            }
            return places;
        }

        private Place place(int count) {
            return new Place(parentId, String.join(KeycloakModelUtils.GROUP_PATH_SEPARATOR, rest.subList(0, count)));
        }

        /** Goes on by the first place that has a group; without one the rest stays as it is. */
        void step(Map<Place, String> ids) {
            for (int count = 1; count <= joinable(); count++) {
                Place place = place(count);
                String id = ids.get(place);
                if (id != null) {
                    settled.add(place.name());
                    rest = rest.subList(count, rest.size());
                    parentId = id;
                    return;
                }
            }
            settled.addAll(rest);
            rest = List.of();
        }

        GroupWork<R> end() {
            settled.addAll(rest);
            work.branch = new Branch(work.branch.root(), new GroupPath(List.copyOf(settled)));
            return work;
        }
    }

    /** Those of the records whose path does not lead to a group that is known; it may be another now. */
    <R extends GroupContent> List<GroupWork<R>> settle(List<GroupWork<R>> works) {
        belowOthers(works);
        List<Walk<R>> walks = new ArrayList<>();
        for (GroupWork<R> work : works) {
            if (tree.id(work.branch) == null) {
                walks.add(walk(work));
            }
        }
        List<Walk<R>> open = walks.stream().filter(Walk::isOpen).toList();
        while (!open.isEmpty()) {
            Set<Place> places = new HashSet<>();
            open.forEach(walk -> places.addAll(walk.places()));
            Map<Place, String> ids = children.ids(places);
            open.forEach(walk -> walk.step(ids));
            open = open.stream().filter(Walk::isOpen).toList();
        }
        return walks.stream().map(Walk::end).toList();
    }

    /**
     * From the deepest group on that the path leads to with a name at each slash: no shorter names could lead there.
     */
    private <R extends GroupContent> Walk<R> walk(GroupWork<R> work) {
        int known = 0;
        String parentId = work.branch.root().parentId();
        for (Branch above = work.branch; !above.path().isTop(); above = above.parent()) {
            String id = tree.id(above.parent());
            if (id != null) {
                known = above.path().depth() - 1;
                parentId = id;
                break;
            }
        }
        return new Walk<>(work, known, parentId);
    }

    /** Groups of this very chunk may have a slash in their name, and others lie below them. */
    private static <R extends GroupContent> void belowOthers(List<GroupWork<R>> works) {
        Map<Branch, Branch> slashed = new HashMap<>();
        for (GroupWork<R> work : works) {
            if (work.branch.path().name().contains(KeycloakModelUtils.GROUP_PATH_SEPARATOR)) {
                slashed.put(plain(work.branch), work.branch);
            }
        }
        if (slashed.isEmpty()) {
            return;
        }
        for (GroupWork<R> work : works) {
            List<String> names = work.branch.path().names();
            for (int depth = names.size() - 1; depth > 1; depth--) {
                Branch above = slashed.get(new Branch(work.branch.root(), new GroupPath(names.subList(0, depth))));
                if (above != null) {
                    List<String> all = new ArrayList<>(above.path().names());
                    all.addAll(names.subList(depth, names.size()));
                    work.branch = new Branch(work.branch.root(), new GroupPath(List.copyOf(all)));
                    break;
                }
            }
        }
    }

    /** The same with a name at each slash. */
    private static Branch plain(Branch branch) {
        return new Branch(branch.root(), GroupPath.parse(branch.path().text(false), false));
    }
}
