// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.shared.reference.Users;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.shared.storages.UserStorages;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.OutsideWork;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.kind.spi.WorkWriter;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.storage.StorageId;

/**
 * Writes a chunk of changes of users. Each record is a command: it is applied after those before it, and skipped only
 * if it changes nothing.
 */
final class UserChangesWriter extends WorkWriter<UserChangesRecord, UserChangesWork> {

    private final Queries rows;
    private final Users users;
    private final StoredUsers stored;
    private List<UserChange> changes = List.of();

    UserChangesWriter(ImportContext context) {
        super(context);
        rows = new Queries(context.entityManager());
        users = Users.withoutImport(context, rows);
        stored = new StoredUsers(context, rows);
    }

    @Override
    protected List<UserChangesWork> plan(List<Item<UserChangesRecord>> items) {
        List<UserChangesWork> works = items.stream().map(UserChangesWork::new).toList();
        findUsers(works);
        open(works).forEach(this::checkRights);
        new UserPartsLookup(context, rows).resolve(open(works));
        stored.load(
                open(works).stream().map(work -> work.user.id()).collect(Collectors.toCollection(LinkedHashSet::new)));
        IdentityChanges identities = new IdentityChanges(context, rows);
        identities.load(open(works), stored);
        UserChangesPlanner planner = new UserChangesPlanner(context, identities, new ProfileChanges(context));
        Map<String, UserState> states = new HashMap<>();
        for (UserChangesWork work : open(works)) {
            StoredUser user = stored.find(work.user.id());
            if (user == null) {
                throw OutsideWork.resolveAgain();
            }
            planner.plan(work, states.computeIfAbsent(work.user.id(), id -> new UserState(context, user)));
        }
        return open(works);
    }

    @Override
    protected List<RowReference> rowsToLock(List<UserChangesWork> changed) {
        return changed.stream()
                .map(work -> new RowReference("USER_ENTITY", work.user.id()))
                .toList();
    }

    @Override
    protected boolean readsAgain() {
        return true;
    }

    @Override
    protected boolean isAsRead(List<UserChangesWork> changed) {
        Set<String> ids = changed.stream().map(work -> work.user.id()).collect(Collectors.toSet());
        if (context.spec().undo()) {
            LockedUserRows.of(context).keep(ids);
        }
        StoredUsers again = new StoredUsers(context, rows);
        again.load(ids);
        return stored.areAs(again, ids);
    }

    private static List<UserChangesWork> open(List<UserChangesWork> works) {
        return works.stream().filter(UserChangesWork::isOpen).toList();
    }

    private void findUsers(List<UserChangesWork> works) {
        works.forEach(work -> users.need(work.record.user()));
        users.load();
        for (UserChangesWork work : works) {
            Users.Name name = work.record.user();
            if (!users.isKnown(name) && !ViewRights.of(context).mayViewAllUsers(context)) {
                // A caller who may not view all users does not learn which of them exist.
                checkRights(work, null);
                continue;
            }
            work.user = users.find(work.item, name);
            if (work.user != null && !StorageId.isLocalStorage(work.user.id())) {
                String storage = UserStorages.name(context, StorageId.providerId(work.user.id()));
                work.item.reject(RejectCode.INVALID, "", UserStorages.changesGoThere(storage));
            }
        }
    }

    /**
     * Checks the permissions on the user that the Admin API requires for each call; roles and groups are checked one by
     * one.
     */
    private void checkRights(UserChangesWork work) {
        checkRights(work, work.user.id());
    }

    /** @param id of the user; {@code null} if the caller has no permission on the user */
    private void checkRights(UserChangesWork work, String id) {
        UserChangesRecord record = work.record;
        Rights rights = Rights.of(context);
        String roles = first(
                pointer(record.added().namesRealmRoles(), "/add/realmRoles"),
                pointer(record.added().namesClientRoles(), "/add/clientRoles"),
                pointer(record.removed().namesRealmRoles(), "/remove/realmRoles"),
                pointer(record.removed().namesClientRoles(), "/remove/clientRoles"));
        String groups = first(
                pointer(record.added().namesGroups(), "/add/groups"),
                pointer(record.removed().namesGroups(), "/remove/groups"));
        boolean others = record.added().namesOthers()
                || record.removed().namesOthers()
                || !UserParts.given(record.clear()).isEmpty();
        if (roles != null && (id == null || !rights.mayMapRolesTo(context, id))) {
            work.item.reject(
                    RejectCode.FORBIDDEN, roles, "The caller does not have permission to assign roles to this user");
        } else if (groups != null && (id == null || !rights.mayManageGroupsOf(context, id))) {
            work.item.reject(
                    RejectCode.FORBIDDEN,
                    groups,
                    "The caller does not have permission to manage the groups of this user");
        } else if ((others || roles == null && groups == null) && (id == null || !rights.mayManageUser(context, id))) {
            work.item.reject(RejectCode.FORBIDDEN, "", "The caller does not have permission to manage this user");
        }
    }

    private static String pointer(boolean named, String pointer) {
        return named ? pointer : null;
    }

    private static String first(String... pointers) {
        for (String pointer : pointers) {
            if (pointer != null) {
                return pointer;
            }
        }
        return null;
    }

    @Override
    protected void writeRows(List<UserChangesWork> changed) {
        Set<UserState> states = new LinkedHashSet<>();
        changed.forEach(work -> states.add(work.state));
        changes = new ArrayList<>();
        for (UserState state : states) {
            UserChange change = state.change();
            if (change.isChange()) {
                changes.add(change);
            }
        }
        new UserRowsWriter(context).writeChanges(changes);
    }

    @Override
    protected void invalidate(List<UserChangesWork> changed) {
        UserCaches.invalidateChanged(context, changes);
    }

    @Override
    protected void fire(List<UserChangesWork> changed) {
        UserChangesEvents.fire(context, changed);
    }
}
