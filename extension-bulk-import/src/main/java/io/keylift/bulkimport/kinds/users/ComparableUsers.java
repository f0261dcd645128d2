// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.ExportContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.keycloak.models.Constants;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.representations.userprofile.config.UPConfig;
import org.keycloak.userprofile.UserProfileProvider;

/**
 * Converts given users to the form in which an import would have stored them, to compare them with the stored ones. The
 * realm's default role, which each user keeps, and default values of attributes are added if the stored user has them.
 */
final class ComparableUsers {

    private static final Set<String> FIELDS =
            Set.of(UserModel.USERNAME, UserModel.EMAIL, UserModel.FIRST_NAME, UserModel.LAST_NAME);

    private final String defaultRole;
    private final Map<String, String> defaultAttributes = new HashMap<>();

    ComparableUsers(ExportContext context) {
        RealmModel realm = context.realm();
        defaultRole = realm.getDefaultRole().getName();
        UPConfig profile =
                context.session().getProvider(UserProfileProvider.class).getConfiguration();
        profile.getAttributes().stream()
                .filter(attribute -> attribute.getDefaultValue() != null)
                .forEach(attribute -> defaultAttributes.put(attribute.getName(), attribute.getDefaultValue()));
    }

    UserRecord of(UserRecord user, UserRecord stored) {
        if (user.getEmail() != null) {
            user.setEmail(user.getEmail().toLowerCase(Locale.ROOT));
        }
        if (user.getAttributes() != null) {
            nameByAttributes(user);
            user.setAttributes(attributes(user.getAttributes(), stored.getAttributes()));
        }
        user.setRealmRoles(withDefaultRole(user.getRealmRoles(), stored.getRealmRoles()));
        if (user.getGroups() != null) {
            user.setGroups(
                    user.getGroups().stream().map(ComparableUsers::absolute).toList());
        }
        return user;
    }

    /** As in Keycloak, the attributes can contain a name of the user. */
    private static void nameByAttributes(UserRecord user) {
        if (user.getFirstName() == null) {
            user.setFirstName(user.firstAttribute(UserModel.FIRST_NAME));
        }
        if (user.getLastName() == null) {
            user.setLastName(user.firstAttribute(UserModel.LAST_NAME));
        }
    }

    /** Fields of the user are not attributes, even if the record has them there. */
    private Map<String, List<String>> attributes(Map<String, List<String>> given, Map<String, List<String>> stored) {
        Map<String, List<String>> attributes = new TreeMap<>();
        given.forEach((name, values) -> attributes.put(
                name.startsWith(Constants.USER_ATTRIBUTES_PREFIX)
                        ? name.substring(Constants.USER_ATTRIBUTES_PREFIX.length())
                        : name,
                values));
        attributes.keySet().removeAll(FIELDS);
        defaultAttributes.forEach((name, value) -> {
            // As in Keycloak, null is no value, but not an empty list.
            if (List.of(value).equals(stored.get(name))
                    && attributes.getOrDefault(name, List.of()).isEmpty()) {
                attributes.put(name, List.of(value));
            }
        });
        return attributes;
    }

    private static String absolute(String path) {
        return path == null || path.startsWith("/") ? path : "/" + path;
    }

    private List<String> withDefaultRole(List<String> given, List<String> stored) {
        if (given == null || stored == null || !stored.contains(defaultRole)) {
            return given;
        }
        List<String> all = new ArrayList<>(given);
        all.add(defaultRole);
        return all;
    }
}
