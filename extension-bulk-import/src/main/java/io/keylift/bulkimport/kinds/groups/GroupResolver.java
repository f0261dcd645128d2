// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.shared.reference.GroupChildren;
import io.keylift.bulkimport.kind.shared.reference.GroupPath;
import io.keylift.bulkimport.kind.shared.reference.GroupTree;
import io.keylift.bulkimport.kind.shared.reference.GroupTree.Branch;
import io.keylift.bulkimport.kind.shared.reference.GroupTree.Root;
import io.keylift.bulkimport.kind.shared.reference.Roles;
import io.keylift.bulkimport.kind.spi.GivenIds;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kinds.groups.GroupWork.Action;
import io.keylift.bulkimport.rows.Ids;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.utils.KeycloakModelUtils;

/** Finds the groups that a chunk refers to, and decides the action of each record. */
final class GroupResolver<R extends GroupContent> {

    private final ImportContext context;
    private final GroupScope<R> scope;
    private final IfExists ifExists;
    private final boolean escaped;
    private final GroupChildren children;
    private final GroupTree tree;
    private final Roles roles;
    private final Queries rows;
    private StoredGroups stored;
    private GivenIds ids;

    /** Ids that groups get in this chunk: adding to them requires no further permission. */
    private final Set<String> fresh = new HashSet<>();

    /** Ids of groups whose id cannot be changed. */
    private Set<String> referred = Set.of();

    GroupResolver(ImportContext context, GroupScope<R> scope) {
        this.context = context;
        this.scope = scope;
        escaped = KeycloakModelUtils.escapeSlashesInGroupPath(context.session());
        ifExists = context.spec().ifExists();
        rows = new Queries(context.entityManager());
        children = new GroupChildren(context, rows, scope.type());
        tree = new GroupTree(children);
        roles = new Roles(context, rows);
    }

    GroupPlan<R> resolve(List<Item<R>> items) {
        List<GroupWork<R>> works = distinct(locate(items));
        List<Branch> branches = branches(works);
        stored = StoredGroups.load(context, rows, works, tree);
        ids = new GivenIds(context.spec().ids(), stored.ids());
        works.forEach(work -> work.givenId = ids.counted(work.givenId));
        works.forEach(work -> roles.need(work.record.realmRoles(), work.record.clientRoles()));
        roles.load();
        works.forEach(this::mapRoles);
        if (ifExists == IfExists.OVERWRITE && move(works)) {
            tree.load(branches);
        }
        referred = GroupReferrers.of(context, rows, renamed(works));
        works.stream().filter(work -> work.isOpen() && work.action == null).forEach(this::decide);
        GroupChanges changes = new GroupChanges(context);
        changes.plan(works.stream()
                .filter(work -> work.isOpen() && work.changesStored())
                .toList());
        List<GroupWork<R>> open = works.stream().filter(GroupWork::isOpen).toList();
        return new GroupPlan<>(open, implied(open), tree, changes);
    }

    /** Finds the stored groups of the records only. A record without a group gets no id. */
    List<GroupWork<R>> find(List<Item<R>> items) {
        List<GroupWork<R>> works = locate(items);
        works.forEach(work -> work.id = tree.id(work.branch));
        return works;
    }

    private List<GroupWork<R>> locate(List<Item<R>> items) {
        scope.load(items);
        List<GroupWork<R>> works = works(items);
        tree.load(branches(works));
        if (!escaped) {
            tree.load(branches(new SlashedNames(children, tree).settle(unsure(works))));
        }
        return works;
    }

    private List<GroupWork<R>> works(List<Item<R>> items) {
        List<GroupWork<R>> works = new ArrayList<>(items.size());
        for (Item<R> item : items) {
            Root root = scope.root(item);
            if (root != null) {
                R record = item.record();
                works.add(new GroupWork<>(
                        item, new Branch(root, GroupPath.parse(record.path(), escaped, record.name()))));
            }
        }
        return works;
    }

    /** Works whose paths do not escape slashes within names. */
    private static <R extends GroupContent> List<GroupWork<R>> unsure(List<GroupWork<R>> works) {
        return works.stream()
                .filter(work -> !GroupPath.isExact(work.record.path(), work.record.name()))
                .toList();
    }

    private static <R extends GroupContent> List<Branch> branches(List<GroupWork<R>> works) {
        return works.stream().map(work -> work.branch).toList();
    }

    /**
     * Rejects a second record of the same path. The engine does not see it if one record names the organization by its
     * alias and the other by its id.
     */
    private static <R extends GroupContent> List<GroupWork<R>> distinct(List<GroupWork<R>> works) {
        Set<Branch> seen = new HashSet<>();
        for (GroupWork<R> work : works) {
            if (!seen.add(work.branch)) {
                work.item.reject(
                        RejectCode.DUPLICATE, "/path", "An earlier record of the same chunk already has this path");
            }
        }
        return works.stream().filter(work -> !work.item.isRejected()).toList();
    }

    private void mapRoles(GroupWork<R> work) {
        work.mappings = roles.mapped(work.item, work.record.realmRoles(), work.record.clientRoles());
    }

    /** Moves are decided first: other records may lie below the old or the new places. */
    private boolean move(List<GroupWork<R>> works) {
        List<GroupWork<R>> moves = works.stream()
                .filter(work -> work.isOpen()
                        && tree.id(work.branch) == null
                        && stored.isMovable(work.givenId, work.branch.root(), scope.type()))
                .filter(work -> mayManage(work, work.givenId) && mayAddTo(work))
                .toList();
        moves.forEach(work -> tree.removeGroup(work.givenId));
        for (GroupWork<R> work : moves) {
            work.decide(Action.MOVE, work.givenId);
            work.item.orderAfterAll(); // an earlier record may refer to the group, or to one below it, by other names
            tree.put(work.branch, work.id);
        }
        return !moves.isEmpty();
    }

    /** Groups that were created as missing parents, and for which a record gives another id. */
    private Set<String> renamed(List<GroupWork<R>> works) {
        Set<String> renamed = new HashSet<>();
        for (GroupWork<R> work : works) {
            String present = work.givenId == null ? null : tree.id(work.branch);
            if (present != null && !present.equals(work.givenId) && stored.isOnTheWay(present)) {
                renamed.add(present);
            }
        }
        return renamed;
    }

    private void decide(GroupWork<R> work) {
        work.givenId = ids.counted(work.givenId); // an earlier record of the chunk may have it
        String present = tree.id(work.branch);
        if (present != null) {
            decide(work, present);
        } else if (work.givenId != null && stored.has(work.givenId)) {
            decideTakenId(work);
        } else if (mayAddTo(work)) {
            work.decide(Action.CREATE, ids.ofNew(work.givenId));
            fresh.add(work.id);
            tree.put(work.branch, work.id);
        }
    }

    private void decide(GroupWork<R> work, String present) {
        String given = work.givenId;
        boolean otherId = given != null && !given.equals(present);
        if (stored.isOnTheWay(present)) {
            complete(work, present, otherId);
        } else if (ifExists == IfExists.FAIL) {
            work.item.reject(RejectCode.EXISTS, "/path", "The realm already has a group with this path");
        } else if (!ids.agree(work.item, "/id", given, present)) {
            return;
        } else if (ifExists == IfExists.SKIP) {
            work.decide(Action.KEEP, present);
        } else if (mayManage(work, present)) {
            work.item.orderAfter(GroupKeys.id(present)); // an earlier record may move it
            work.decide(Action.CHANGE, present);
        }
    }

    private void complete(GroupWork<R> work, String present, boolean otherId) {
        if (otherId && stored.has(work.givenId)) {
            work.item.reject(RejectCode.CONFLICT, "/id", GivenIds.TAKEN);
        } else if (otherId && referred.contains(present)) {
            completeTied(work, present);
        } else if (otherId) {
            work.decide(Action.COMPLETE, ids.ofNew(work.givenId));
            work.formerId = present;
            fresh.add(work.id);
            tree.put(work.branch, work.id);
        } else {
            work.decide(Action.COMPLETE, present);
        }
    }

    private void completeTied(GroupWork<R> work, String present) {
        if (ids.areStrict()) {
            work.item.reject(
                    RejectCode.CONFLICT,
                    "/id",
                    "The group with this path has another id, and now has members, roles or attributes");
        } else {
            work.decide(Action.COMPLETE, present);
        }
    }

    private void decideTakenId(GroupWork<R> work) {
        boolean here = stored.isMovable(work.givenId, work.branch.root(), scope.type());
        if (here && ifExists == IfExists.FAIL) {
            work.item.reject(RejectCode.EXISTS, "/id", "The realm already has a group with this id");
        } else if (here && ifExists == IfExists.SKIP) {
            work.decide(Action.KEEP, work.givenId);
        } else if (here && ifExists == IfExists.MERGE) {
            work.item.reject(
                    RejectCode.CONFLICT,
                    "/id",
                    "The group with this id has another path. Move it with `ifExists=overwrite`.");
        } else {
            work.item.reject(RejectCode.CONFLICT, "/id", GivenIds.TAKEN);
        }
    }

    private boolean mayManage(GroupWork<R> work, String id) {
        if (!scope.mayManage(id)) {
            work.item.reject(RejectCode.FORBIDDEN, "/path", "The caller does not have permission to manage this group");
        }
        return work.isOpen();
    }

    /** Whether the caller may add a group to its nearest existing parent. */
    private boolean mayAddTo(GroupWork<R> work) {
        for (Branch above = work.branch; !above.path().isTop(); above = above.parent()) {
            String id = tree.id(above.parent());
            if (id != null) {
                return fresh.contains(id) || mayManage(work, id);
            }
        }
        return true;
    }

    /** Missing parents that have to be created. */
    private Map<Branch, String> implied(List<GroupWork<R>> works) {
        Map<Branch, String> implied = new LinkedHashMap<>();
        for (GroupWork<R> work : works) {
            if (work.action == Action.CREATE || work.action == Action.MOVE) {
                for (Branch above = work.branch; !above.path().isTop(); above = above.parent()) {
                    Branch parent = above.parent();
                    if (tree.id(parent) == null) {
                        tree.put(parent, implied.computeIfAbsent(parent, branch -> Ids.next()));
                    }
                }
            }
        }
        return implied;
    }
}
