// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.rolemappings;

import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.shared.reference.Users;
import io.keylift.bulkimport.kind.shared.storages.UserStorages;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.List;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.storage.ReadOnlyException;

/**
 * Role mappings of users of a user storage. They are written through Keycloak's models, because the storage may store
 * them itself.
 */
final class StorageMappings {

    private final ImportContext context;

    StorageMappings(ImportContext context) {
        this.context = context;
    }

    /** The roles that the user has. */
    List<KnownRole> of(String userId) {
        UserModel user = user(userId);
        return user == null
                ? List.of()
                : user.getRoleMappingsStream().map(StorageMappings::known).toList();
    }

    private static KnownRole known(RoleModel role) {
        KnownClient client = role.getContainer() instanceof ClientModel owner
                ? new KnownClient(owner.getId(), owner.getClientId())
                : null;
        return new KnownRole(role.getId(), role.getName(), client);
    }

    /** Rejects the record if the storage does not allow changes of its users. */
    void write(RoleMappingWork work) {
        UserModel user = user(work.subject());
        if (user == null) {
            Users.rejectUnknown(work.item, work.record.pointer());
            return;
        }
        try {
            work.removed.forEach(role -> user.deleteRoleMapping(role(role)));
            work.added.forEach(role -> user.grantRole(role(role)));
        } catch (ReadOnlyException e) {
            work.item.reject(
                    RejectCode.INVALID,
                    work.record.pointer(),
                    "The user storage " + UserStorages.name(context, UserStorages.of(user))
                            + " is read-only for this user");
        }
    }

    private RoleModel role(KnownRole known) {
        return context.session().roles().getRoleById(context.realm(), known.id());
    }

    private UserModel user(String id) {
        return context.session().users().getUserById(context.realm(), id);
    }
}
