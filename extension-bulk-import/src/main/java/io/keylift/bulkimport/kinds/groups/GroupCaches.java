// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.HashSet;
import java.util.Set;
import org.keycloak.models.GroupModel;
import org.keycloak.models.cache.CacheRealmProvider;
import org.keycloak.models.cache.UserCache;
import org.keycloak.models.cache.infinispan.UserCacheSession;
import org.keycloak.models.jpa.entities.GroupEntity;

/**
 * Invalidates the entries of Keycloak's caches about groups, as its own caching provider does: on all nodes after the
 * commit. The caches never store that a group is absent. Some keys are private to Keycloak, so they are repeated here.
 */
final class GroupCaches {

    private final String realmId;
    private final GroupModel.Type type;
    /** {@code null} if the server runs without the realm cache. */
    private final CacheRealmProvider cache;

    private final UserCache users;

    /** Avoids repeated invalidations: that of a parent covers all its new children. */
    private final Set<String> done = new HashSet<>();

    GroupCaches(ImportContext context, GroupModel.Type type) {
        this.type = type;
        realmId = context.realm().getId();
        cache = context.session().getProvider(CacheRealmProvider.class);
        users = context.session().getProvider(UserCache.class);
    }

    /** A group was added to or removed from this parent. */
    void invalidateParent(String parentId) {
        if (!GroupEntity.TOP_PARENT_ID.equals(parentId)) {
            invalidate(parentId);
        }
        if (type == GroupModel.Type.REALM) {
            invalidate(realmId + ".groups");
        }
    }

    void invalidate(GroupWork<?> work, GroupChange change) {
        invalidate(work.id);
        if (work.action == GroupWork.Action.MOVE) {
            invalidateParent(change.formerParentId);
            invalidateParent(change.group.getParentId());
            boolean top = GroupEntity.TOP_PARENT_ID.equals(change.formerParentId);
            invalidate(realmId + ".group." + (top ? "top" : change.formerParentId) + "." + change.formerName);
        }
    }

    void invalidate(String key) {
        if (cache != null && done.add(key)) {
            cache.registerInvalidation(key);
        }
    }

    /** The groups of the user changed. */
    void invalidateUser(String userId) {
        if (users instanceof UserCacheSession session && done.add(userId)) {
            session.registerInvalidation(userId);
        }
    }
}
