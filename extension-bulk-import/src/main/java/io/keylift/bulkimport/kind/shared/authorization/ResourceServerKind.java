// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.authorization;

import io.keylift.bulkimport.kind.shared.reference.ResourceServers;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Base class of the kinds of a resource server's objects: scopes, resources, policies and permissions.
 *
 * @param <R> class of a record
 */
public abstract class ResourceServerKind<R extends ResourceServerRecord> implements ImportKind<R, R> {

    /** The key by which the record names its object. */
    protected abstract UniqueKey ownKey(R record);

    /** JSON pointer to the id of a record. */
    protected String idPointer() {
        return "/id";
    }

    @Override
    public final void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        ResourceServers.requirePermission(permissions);
    }

    @Override
    public final boolean isUnrestricted(AdminPermissionEvaluator permissions) {
        return permissions.realm().canManageAuthorization(null);
    }

    @Override
    public final String key(R record) {
        return record.getName();
    }

    @Override
    public final Collection<UniqueKey> uniqueKeys(R record) {
        List<UniqueKey> keys = new ArrayList<>(2);
        keys.add(ownKey(record));
        if (record.getId() != null) {
            keys.add(new UniqueKey("id", record.getId(), idPointer()));
        }
        return keys;
    }
}
