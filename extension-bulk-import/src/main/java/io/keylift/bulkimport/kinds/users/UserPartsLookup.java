// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.GroupPaths;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.shared.reference.Roles;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.request.Pointers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds the roles and groups that the records of a chunk add and remove. */
final class UserPartsLookup {

    private final ImportContext context;
    private final Rights rights;
    private final Roles roles;
    private final GroupPaths groups;

    UserPartsLookup(ImportContext context, Queries rows) {
        this.context = context;
        rights = Rights.of(context);
        roles = new Roles(context, rows);
        groups = new GroupPaths(context, rows);
    }

    /** Rejects records with unknown roles or groups, or with some that the caller may not add or remove. */
    void resolve(List<UserChangesWork> works) {
        for (UserChangesWork work : works) {
            Stream.of(work.record.added(), work.record.removed()).forEach(parts -> {
                roles.need(parts.realmRoles(), parts.clientRoles());
                UserParts.given(parts.groups()).forEach(groups::need);
            });
        }
        roles.load();
        groups.load();
        for (UserChangesWork work : works) {
            work.added = named(work, work.record.added(), "/add");
            work.removed = named(work, work.record.removed(), "/remove");
        }
    }

    private UserChangesWork.Named named(UserChangesWork work, UserParts parts, String place) {
        Roles.Mappings mapped = roles.mapped(work.item, parts.realmRoles(), parts.clientRoles(), place);
        return new UserChangesWork.Named(mapped.roles(), groups(work, parts, place));
    }

    private List<String> groups(UserChangesWork work, UserParts parts, String place) {
        List<String> ids = new ArrayList<>(0);
        List<String> paths = UserParts.given(parts.groups());
        for (int i = 0; i < paths.size() && work.isOpen(); i++) {
            String id = groups.id(paths.get(i));
            String pointer = Pointers.to(place + "/groups", i);
            if (id == null && ViewRights.of(context).mayViewAllUsers(context)) {
                work.item.reject(RejectCode.UNKNOWN_GROUP, pointer, "The realm has no group with this path");
            } else if (id == null || !rights.mayJoinGroup(context, id)) {
                work.item.reject(
                        RejectCode.FORBIDDEN,
                        pointer,
                        "The caller does not have permission to manage the membership of the group " + paths.get(i));
            } else {
                ids.add(id);
            }
        }
        return ids;
    }
}
