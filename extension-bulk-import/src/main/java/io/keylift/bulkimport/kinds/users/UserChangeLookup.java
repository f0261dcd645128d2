// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.shared.storages.UserStorages;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Loads the existing users that a chunk changes, and plans the changes. */
final class UserChangeLookup {

    private final ImportContext context;
    private final Queries rows;
    private final Supplier<ProfileRules> profile;
    private final List<UserWork> works;
    private final StoredUsers users;
    private ChangePlanner planner;

    UserChangeLookup(ImportContext context, Queries rows, Supplier<ProfileRules> profile, List<UserWork> works) {
        this.context = context;
        this.rows = rows;
        this.profile = profile;
        this.works = works;
        users = new StoredUsers(context, rows);
    }

    /** The users by id; those that do not exist are missing. */
    Map<String, StoredUser> load(Collection<String> ids) {
        return load(users, ids);
    }

    private Map<String, StoredUser> load(StoredUsers read, Collection<String> ids) {
        Map<String, StoredUser> stored = read.loadWithCredentials(ids);
        read.loadConsents(works.stream()
                .filter(work -> work.consents != null && stored.containsKey(work.existingId))
                .map(work -> work.existingId)
                .toList());
        return stored;
    }

    /** Reads these users again, and returns whether they are as they were loaded. */
    boolean areAsRead(Collection<String> ids) {
        if (context.spec().undo()) {
            LockedUserRows.of(context).keep(ids);
        }
        StoredUsers again = new StoredUsers(context, rows);
        load(again, ids);
        return users.areAs(again, ids);
    }

    /** The changes that the record makes to the existing user; {@code null} after a reject. */
    UserChange plan(UserWork work, StoredUser stored) {
        if (stored.entity.getFederationLink() != null) {
            String storage = UserStorages.name(context, stored.entity.getFederationLink());
            work.item.reject(RejectCode.INVALID, "", UserStorages.changesGoThere(storage));
        } else if (stored.entity.getServiceAccountClientLink() != null && !work.draft.credentials.isEmpty()) {
            work.item.reject(
                    RejectCode.INVALID, "/credentials", "The service account of a client cannot have credentials");
        } else if (!Rights.of(context).mayManageUser(context, work.existingId)) {
            work.item.reject(RejectCode.FORBIDDEN, "", "The caller does not have permission to manage this user");
        } else if (!work.draft.credentials.isEmpty()
                && !Rights.of(context).mayResetPasswordOf(context, work.existingId)) {
            work.item.reject(
                    RejectCode.FORBIDDEN,
                    "/credentials",
                    "The caller does not have permission to reset the password of this user");
        } else {
            if (planner == null) {
                planner = new ChangePlanner(context, profile.get(), new Lockouts(context, rows, users.ids()));
            }
            return planner.plan(work, stored);
        }
        return null;
    }
}
