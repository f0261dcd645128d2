// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.shared.storages.StorageUser;
import io.keylift.bulkimport.kind.shared.storages.UserStorages;
import io.keylift.bulkimport.kind.spi.GivenIds;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWriter;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.kind.spi.Violation;
import io.keylift.bulkimport.rows.Queries;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.keycloak.models.jpa.entities.UserEntity;

/** Writes a chunk of users. Finds existing users and references, and checks whether unique names are free. */
final class UsersWriter extends KeyedWriter<UserDraft, UserWork> {

    private final Supplier<ProfileRules> profile;
    private final Queries rows;
    private final TakenUserNames taken;
    private final IdentityLookup identities;
    private final StorageUserCreation registration;
    private UserChangeLookup changes;

    UsersWriter(ImportContext context) {
        super(context);
        profile = () -> new ProfileRules(context);
        rows = new Queries(context.entityManager());
        taken = new TakenUserNames(context.realm());
        identities = new IdentityLookup(rows, context);
        registration = new StorageUserCreation(context, rows, taken);
    }

    @Override
    protected UserWork work(Item<UserDraft> item) {
        return new UserWork(item);
    }

    @Override
    protected void find(List<UserWork> all) {
        registration.recall(all);
        List<UserWork> works = unregistered(all);
        taken.load(rows, works, context.spec().ifExists());
        new StorageNames(context, taken).find(works);
        Set<UserWork> begun = registration.begun(works);
        for (UserWork work : works) {
            String owner = taken.owner(work.draft.username);
            work.existingId = begun.contains(work) ? null : owner;
            StorageUser inStorage = storageUser(work);
            work.id = inStorage == null || inStorage.isWithoutRow() ? owner : null;
        }
    }

    /** Records whose users no user storage has created in an earlier attempt. */
    private static List<UserWork> unregistered(List<UserWork> works) {
        return works.stream().filter(work -> !work.registered).toList();
    }

    /** The user of a storage that is not in the tables of the realm; {@code null} if there is none. */
    private StorageUser storageUser(UserWork work) {
        return work.isNew() ? null : taken.inStorage(work.existingId);
    }

    @Override
    protected RowReference row(UserWork work) {
        return new RowReference("USER_ENTITY", work.existingId);
    }

    @Override
    protected void rejectExisting(UserWork work) {
        StorageUser inStorage = storageUser(work);
        work.item.reject(
                RejectCode.EXISTS,
                context.realm().isRegistrationEmailAsUsername() ? "/email" : "/username",
                inStorage == null
                        ? "The realm already has a user with this username"
                        : "The user storage " + inStorage.storage() + " already has a user with this username");
    }

    @Override
    protected void decide(List<UserWork> all) {
        List<UserWork> works = unregistered(all);
        works.forEach(this::rejectStorageUser);
        works = open(works);
        new ServiceAccountLookup(rows).check(works);
        works.forEach(this::checkRights);
        new MembershipLookup(context, rows).resolve(works);
        new ConsentLookup(context, rows).resolve(works);
        identities.load(works);
        changes = new UserChangeLookup(context, rows, profile, works);
        Map<UserWork, StoredUser> stored = stored(works, changes::load);
        GivenIds.settle(context, rows, UserEntity.class, "/id", works, work -> work.user.getId());
        for (UserWork work : works) {
            if (work.isOpen()) {
                identities.settleIds(work);
                if (work.isNew()) {
                    accept(work);
                } else {
                    accept(work, changes.plan(work, stored.get(work)));
                }
            }
        }
        registration.settle(works);
    }

    /** A user of a storage stays as it is. */
    private void rejectStorageUser(UserWork work) {
        StorageUser inStorage = storageUser(work);
        if (inStorage != null) {
            work.item.reject(RejectCode.INVALID, "", UserStorages.changesGoThere(inStorage.storage()));
        }
    }

    /** Roles and groups also require a permission on the user, not only on the role or group. */
    private void checkRights(UserWork work) {
        UserRecord record = work.user;
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

    /** An empty list gives a new user nothing, but may remove all values of an existing one. */
    private static boolean isGiven(UserWork work, List<String> names) {
        return names != null && (!names.isEmpty() || !work.isNew());
    }

    private void accept(UserWork work) {
        UserDraft draft = work.draft;
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

    /** @param change {@code null} after a reject */
    private void accept(UserWork work, UserChange change) {
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
        UserKeys.released(change).forEach(work.item::orderAfter);
        work.change = change;
    }

    @Override
    protected boolean readsAgain() {
        return true;
    }

    @Override
    protected boolean isAsRead(List<UserWork> changed) {
        return changes.areAsRead(changed.stream()
                .filter(work -> !work.isNew())
                .map(work -> work.existingId)
                .toList());
    }

    @Override
    protected void writeRows(List<UserWork> changed) {
        List<UserWork> works = unregistered(changed);
        new UserRowsWriter(context).write(works);
        Lockouts.release(context, rows, works);
    }

    @Override
    protected void invalidate(List<UserWork> changed) {
        UserCaches.invalidate(context, unregistered(changed));
    }

    @Override
    protected void fire(List<UserWork> changed) {
        UserEvents.fire(context, changed);
    }
}
