// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.HashSet;
import java.util.Set;
import org.keycloak.models.GroupModel;
import org.keycloak.models.cache.CacheRealmProvider;
import org.keycloak.models.jpa.entities.GroupEntity;

/**
 * Invalidates the entries of Keycloak's caches about groups, as its own caching provider does: on all nodes after the
 * commit. The caches never store that a group is absent. Some keys are private to Keycloak, so they are repeated here.
 */
public final class GroupCaches {

    private final String realmId;
    private final GroupModel.Type type;
    /** {@code null} if the server runs without the realm cache. */
    private final CacheRealmProvider cache;

    private final CachedUsers users;

    /** Avoids repeated invalidations: that of a parent covers all its new children. */
    private final Set<String> done = new HashSet<>();

    public GroupCaches(ImportContext context, GroupModel.Type type) {
        this.type = type;
        realmId = context.realm().getId();
        cache = context.session().getProvider(CacheRealmProvider.class);
        users = CachedUsers.of(context);
    }

    /** A group was added to or removed from this parent. */
    public void invalidateParent(String parentId) {
        if (!GroupEntity.TOP_PARENT_ID.equals(parentId)) {
            invalidate(parentId);
        }
        if (type == GroupModel.Type.REALM) {
            invalidate(realmId + ".groups");
        }
    }

    /** The parent has no child with this name any more, or another one. */
    public void invalidateName(String parentId, String name) {
        boolean top = GroupEntity.TOP_PARENT_ID.equals(parentId);
        invalidate(realmId + ".group." + (top ? "top" : parentId) + "." + name);
    }

    public void invalidate(String key) {
        if (cache != null && done.add(key)) {
            cache.registerInvalidation(key);
        }
    }

    /** The groups of the user changed. */
    public void invalidateUser(String userId) {
        if (done.add(userId)) {
            users.forget(userId);
        }
    }
}
