// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.Violation;
import io.keylift.bulkimport.kind.reference.Rights;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.storages.StorageUser;
import io.keylift.bulkimport.kind.storages.UserStorages;
import io.keylift.bulkimport.rows.Ids;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Finds out for a whole chunk who exists, what the records refer to, and whether their unique names are free. */
final class UserResolver {

    private final ImportContext context;
    private final IfExists ifExists;
    private final Supplier<ProfileRules> profile;
    private final Queries rows;
    private final TakenUserNames taken;
    private final IdentityLookup identities;
    private final Registration registration;

    UserResolver(ImportContext context, Supplier<ProfileRules> profile) {
        this.context = context;
        this.profile = profile;
        ifExists = context.spec().ifExists();
        rows = new Queries(context.entityManager());
        taken = new TakenUserNames(context.realm());
        identities = new IdentityLookup(rows, context.realm().getId());
        registration = new Registration(context, rows, taken);
    }

    /** The records that are still open, in the order of the input. */
    List<UserWork> resolve(List<Item<UserRecord>> items) {
        List<UserWork> works = new ArrayList<>(items.size());
        for (Item<UserRecord> item : items) {
            if (!item.isRejected()) {
                works.add(new UserWork(item));
            }
        }
        registration.recall(works);
        resolveOpen(works.stream().filter(work -> !work.registered).toList());
        return works.stream().filter(UserWork::isOpen).toList();
    }

    private void resolveOpen(List<UserWork> works) {
        taken.load(rows, works);
        new StorageNames(context, taken).find(works);
        findExisting(works);
        List<UserWork> toWrite = works.stream().filter(this::isToWrite).toList();
        toWrite.forEach(this::checkRights);
        new MembershipLookup(context, rows).resolve(toWrite);
        identities.load(toWrite);
        Map<String, String> takenIds = TakenUserNames.takenIds(rows, givenIds(toWrite));
        ChangeLookup changes = new ChangeLookup(context, rows, profile);
        changes.load(toWrite);
        for (UserWork work : toWrite) {
            if (work.isOpen() && isIdFree(work, takenIds)) {
                if (work.isNew()) {
                    accept(work);
                } else {
                    accept(work, changes);
                }
            }
        }
        registration.settle(toWrite);
    }

    private void findExisting(List<UserWork> works) {
        Set<UserWork> begun = registration.begun(works);
        for (UserWork work : works) {
            work.id = taken.owner(work.draft.username);
            work.existingId = begun.contains(work) ? null : work.id;
            StorageUser inStorage = work.isNew() ? null : taken.inStorage(work.existingId);
            if (inStorage != null) {
                keep(work, inStorage);
            } else if (!work.isNew() && ifExists == IfExists.FAIL) {
                boolean byEmail = context.realm().isRegistrationEmailAsUsername();
                work.item.reject(
                        RejectCode.EXISTS,
                        byEmail ? "/email" : "/username",
                        "The realm already has a user with this username");
            }
        }
    }

    /** A user of a storage who is not in the realm's tables stays as it is. */
    private void keep(UserWork work, StorageUser user) {
        work.id = user.isWithoutRow() ? user.id() : null;
        if (ifExists == IfExists.FAIL) {
            work.item.reject(
                    RejectCode.EXISTS,
                    context.realm().isRegistrationEmailAsUsername() ? "/email" : "/username",
                    "The user storage " + user.storage() + " already has a user with this username");
        } else if (ifExists != IfExists.SKIP) {
            work.item.reject(RejectCode.INVALID, "", UserStorages.changesGoThere(user.storage()));
        }
    }

    private boolean isToWrite(UserWork work) {
        return work.isOpen() && (work.isNew() || ifExists != IfExists.SKIP);
    }

    /** Roles and groups need a right on the user, too, not only one on the role or group. */
    private void checkRights(UserWork work) {
        UserRecord record = work.record;
        Rights rights = Rights.of(context);
        boolean realmRoles = isGiven(work, record.getRealmRoles());
        boolean clientRoles = record.getClientRoles() != null
                && record.getClientRoles().values().stream().anyMatch(roles -> isGiven(work, roles));
        if ((realmRoles || clientRoles) && !rights.mayMapRolesTo(context, work.existingId)) {
            work.item.reject(
                    RejectCode.FORBIDDEN,
                    realmRoles ? "/realmRoles" : "/clientRoles",
                    "The caller does not have permission to assign roles to this user");
        }
        if (isGiven(work, record.getGroups()) && !rights.mayManageGroupsOf(context, work.existingId)) {
            work.item.reject(
                    RejectCode.FORBIDDEN,
                    "/groups",
                    "The caller does not have permission to manage the groups of this user");
        }
    }

    /** An empty list does nothing to a new user, but may take everything away from an existing one. */
    private static boolean isGiven(UserWork work, List<String> names) {
        return names != null && (!names.isEmpty() || !work.isNew());
    }

    private static List<String> givenIds(List<UserWork> works) {
        List<String> ids = new ArrayList<>();
        for (UserWork work : works) {
            if (work.record.getId() != null) {
                ids.add(work.record.getId());
            }
        }
        return ids;
    }

    /** Ids are unique in the whole database, so that of another realm's user is taken, too. */
    private static boolean isIdFree(UserWork work, Map<String, String> takenIds) {
        String id = work.record.getId();
        if (id == null || id.equals(work.existingId)) {
            return true;
        }
        if (!work.isNew()) {
            work.item.reject(RejectCode.CONFLICT, "/id", "The user with this username has another id");
            return false;
        }
        if (takenIds.containsKey(id)) {
            work.item.reject(RejectCode.CONFLICT, "/id", "Another user has this id");
            return false;
        }
        return true;
    }

    private void accept(UserWork work) {
        UserDraft draft = work.draft;
        if (work.id == null) {
            work.id = work.record.getId() == null ? Ids.next() : work.record.getId();
        }
        Violation fault = draft.fault;
        if (fault == null) {
            fault = taken.usernameConflict(work.id, draft.username);
        }
        if (fault == null) {
            fault = taken.emailConflict(work.id, draft.email);
        }
        String owner = taken.owner(draft.username);
        if (fault == null && owner != null && !owner.equals(work.id)) {
            fault = new Violation(RejectCode.CONFLICT, "/username", "An earlier record of the chunk has this username");
        }
        if (fault != null) {
            fault.rejects(work.item);
        } else if (identities.take(work)) {
            taken.add(work.id, draft.username, draft.email);
        }
    }

    private void accept(UserWork work, ChangeLookup changes) {
        UserChange change = changes.plan(work);
        if (change == null || !identities.take(work)) {
            return;
        }
        String before = change.user.getEmail();
        String after = change.target.getEmail();
        if (after != null && !after.equals(before)) {
            Violation fault = taken.emailConflict(work.id, after);
            if (fault != null) {
                fault.rejects(work.item);
                return;
            }
        }
        taken.release(work.id, before);
        taken.add(work.id, work.draft.username, after);
        UserKeys.released(change).forEach(work.item::follow);
        work.change = change;
    }
}
