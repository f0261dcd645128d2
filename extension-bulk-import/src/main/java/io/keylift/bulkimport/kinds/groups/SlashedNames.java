// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.kind.shared.reference.GroupChildren;
import io.keylift.bulkimport.kind.shared.reference.GroupChildren.Place;
import io.keylift.bulkimport.kind.shared.reference.GroupPath;
import io.keylift.bulkimport.kind.shared.reference.GroupTree;
import io.keylift.bulkimport.kind.shared.reference.GroupTree.Branch;
import io.keylift.bulkimport.kind.spi.TextRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.utils.KeycloakModelUtils;

/**
 * Decides which slashes of a path separate names and which belong to a name, if Keycloak does not escape the latter. As
 * in Keycloak, the shortest name of an existing group wins; the part without a group is split at each slash.
 */
final class SlashedNames {

    private final GroupChildren children;
    private final GroupTree tree;

    SlashedNames(GroupChildren children, GroupTree tree) {
        this.children = children;
        this.tree = tree;
    }

    /** A path that is resolved up to one of its names. */
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

        /** Whether the rest can be split in more than one way. */
        boolean isOpen() {
            return joinable() > 1;
        }

        /** Number of remaining names that can be joined; a name that the record gives cannot. */
        private int joinable() {
            return work.record.name() == null ? rest.size() : rest.size() - 1;
        }

        /** The places that the next names can lead to, by the number of names, the shortest first. */
        List<Place> places() {
            List<Place> places = new ArrayList<>();
            StringBuilder name = new StringBuilder();
            for (int count = 1; count <= joinable(); count++) {
                name.append(rest.get(count - 1));
                if (name.length() > TextRules.NAME) {
                    break;
                }
                places.add(new Place(parentId, name.toString()));
                name.append(KeycloakModelUtils.GROUP_PATH_SEPARATOR);
            }
            return places;
        }

        /** Continues with the first place that has a group; without one, the rest is split at each slash. */
        void step(Map<Place, String> ids) {
            List<Place> places = places();
            for (int i = 0; i < places.size(); i++) {
                Place place = places.get(i);
                String id = ids.get(place);
                if (id != null) {
                    settled.add(place.name());
                    rest = rest.subList(i + 1, rest.size());
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

    /** Settles the paths that lead to no known group. Returns these records; a path may lead to a group now. */
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

    /** Starts below the deepest known group of the path split at each slash: shorter names cannot lead there. */
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

    /** Handles groups of this chunk that have a slash in their name and other groups of the chunk below them. */
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

    /** The path split at each slash. */
    private static Branch plain(Branch branch) {
        return new Branch(branch.root(), GroupPath.parse(branch.path().text(false), false));
    }
}
