// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.spi.ReadContext;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.UserModel;
import org.keycloak.userprofile.UserProfileContext;
import org.keycloak.userprofile.UserProfileProvider;

/** The attributes of users that the realm's user profile shows to administrators. */
public final class VisibleAttributes {

    private static final List<String> FIELDS =
            List.of(UserModel.USERNAME, UserModel.EMAIL, UserModel.FIRST_NAME, UserModel.LAST_NAME);

    /** {@code null} for all. */
    private final Set<String> names;

    private final boolean tells;

    private VisibleAttributes(Set<String> names, boolean tells) {
        this.names = names;
        this.tells = tells;
    }

    /** Asks Keycloak once for all of these names, because a profile decides on names, not on values. */
    public static VisibleAttributes of(ReadContext context, Collection<String> names) {
        if (context.seesAll()) {
            return new VisibleAttributes(null, true);
        }
        Map<String, List<String>> attributes = new HashMap<>();
        FIELDS.forEach(name -> attributes.put(name, List.of("any")));
        names.forEach(name -> attributes.put(name, List.of("any")));
        Set<String> readable = context.session()
                .getProvider(UserProfileProvider.class)
                .create(UserProfileContext.USER_API, attributes)
                .getAttributes()
                .getReadable()
                .keySet();
        return new VisibleAttributes(readable, context.permissions().realm().canManageRealm());
    }

    /** Whether the caller may learn that a user has hidden attributes, because the caller may change the profile. */
    public boolean tells() {
        return tells;
    }

    public boolean contains(String name) {
        return names == null || names.contains(name);
    }
}
