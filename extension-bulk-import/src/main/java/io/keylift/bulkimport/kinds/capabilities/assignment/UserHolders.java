// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.assignment;

import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.shared.reference.Users;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.capability.assignment.Holder;
import java.util.List;

/** Users by username, email address or id. A caller who may not look up users does not learn which of them exist. */
final class UserHolders implements Holders<UserCapabilitiesRecord> {

    private final ImportContext context;
    private final boolean lenient;
    private final Users users;

    /** @param lenient whether an unknown user is no reject */
    UserHolders(ImportContext context, boolean lenient) {
        this.context = context;
        this.lenient = lenient;
        users = new Users(context, new Queries(context.entityManager()));
    }

    @Override
    public void load(List<Item<UserCapabilitiesRecord>> items) {
        items.forEach(item -> users.need(item.record().user()));
        users.load();
    }

    @Override
    public Holder find(Item<UserCapabilitiesRecord> item) {
        Users.Name name = item.record().user();
        if (!users.isKnown(name)) {
            if (ViewRights.of(context).mayViewAllUsers(context)) {
                users.rejectFailure(item, name);
            }
            rejectUnknown(item);
            return null;
        }
        Users.User user = users.find(item, name);
        if (user == null) {
            return null;
        }
        if (!Rights.of(context).mayMapRolesTo(context, user.id())) {
            forbid(item);
            return null;
        }
        return Holder.user(user.id());
    }

    private void rejectUnknown(Item<UserCapabilitiesRecord> item) {
        if (!ViewRights.of(context).mayViewAllUsers(context)) {
            forbid(item);
        } else if (!lenient) {
            item.reject(RejectCode.UNKNOWN_USER, item.record().user().pointer(), "The realm has no such user");
        }
    }

    private static void forbid(Item<UserCapabilitiesRecord> item) {
        item.reject(
                RejectCode.FORBIDDEN,
                item.record().user().pointer(),
                "The caller does not have permission to assign roles to this user");
    }
}
