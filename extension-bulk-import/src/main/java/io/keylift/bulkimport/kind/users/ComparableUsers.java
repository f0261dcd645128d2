// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import io.keylift.bulkimport.kind.reference.GroupNames;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.keycloak.models.Constants;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RequiredActionProviderModel;
import org.keycloak.models.UserModel;
import org.keycloak.representations.userprofile.config.UPConfig;
import org.keycloak.userprofile.UserProfileProvider;

/**
 * Given users as an import would have stored them, for the comparison with the stored ones. What the realm gives to
 * each new user is added as far as the stored user has it.
 */
final class ComparableUsers {

    private static final Set<String> FIELDS =
            Set.of(UserModel.USERNAME, UserModel.EMAIL, UserModel.FIRST_NAME, UserModel.LAST_NAME);

    private final String defaultRole;
    private final Set<String> defaultGroups;
    private final Set<String> defaultActions;
    private final Map<String, String> defaultAttributes = new HashMap<>();

    ComparableUsers(ExportContext context) {
        RealmModel realm = context.realm();
        defaultRole = realm.getDefaultRole().getName();
        defaultGroups = paths(
                context, realm.getDefaultGroupsStream().map(GroupModel::getId).toList());
        defaultActions = realm.getRequiredActionProvidersStream()
                .filter(RequiredActionProviderModel::isDefaultAction)
                .map(RequiredActionProviderModel::getAlias)
                .collect(Collectors.toSet());
        UPConfig profile =
                context.session().getProvider(UserProfileProvider.class).getConfiguration();
        profile.getAttributes().stream()
                .filter(attribute -> attribute.getDefaultValue() != null)
                .forEach(attribute -> defaultAttributes.put(attribute.getName(), attribute.getDefaultValue()));
    }

    private static Set<String> paths(ExportContext context, List<String> groups) {
        if (groups.isEmpty()) {
            return Set.of();
        }
        GroupNames names = GroupNames.loadReferences(context, new Queries(context.entityManager()), groups);
        return groups.stream()
                .filter(id -> names.place(id) != null)
                .map(id -> names.reference(id, names.place(id).path()))
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }

    UserRecord of(UserRecord user, UserRecord stored) {
        if (user.getEmail() != null) {
            user.setEmail(user.getEmail().toLowerCase(Locale.ROOT));
        }
        if (user.getAttributes() != null) {
            nameByAttributes(user);
            user.setAttributes(attributes(user.getAttributes(), stored.getAttributes()));
        }
        user.setRealmRoles(withDefaults(user.getRealmRoles(), stored.getRealmRoles(), Set.of(defaultRole)));
        if (user.getGroups() != null) {
            List<String> paths =
                    user.getGroups().stream().map(ComparableUsers::absolute).toList();
            user.setGroups(withDefaults(paths, stored.getGroups(), defaultGroups));
        }
        user.setRequiredActions(withDefaults(user.getRequiredActions(), stored.getRequiredActions(), defaultActions));
        return user;
    }

    /** A name of the user can stand among the attributes, as in Keycloak. */
    private static void nameByAttributes(UserRecord user) {
        if (user.getFirstName() == null) {
            user.setFirstName(user.firstAttribute(UserModel.FIRST_NAME));
        }
        if (user.getLastName() == null) {
            user.setLastName(user.firstAttribute(UserModel.LAST_NAME));
        }
    }

    /** Fields of the user are no attributes, whatever the record says. */
    private Map<String, List<String>> attributes(Map<String, List<String>> given, Map<String, List<String>> stored) {
        Map<String, List<String>> attributes = new TreeMap<>();
        given.forEach((name, values) -> attributes.put(
                name.startsWith(Constants.USER_ATTRIBUTES_PREFIX)
                        ? name.substring(Constants.USER_ATTRIBUTES_PREFIX.length())
                        : name,
                values));
        attributes.keySet().removeAll(FIELDS);
        defaultAttributes.forEach((name, value) -> {
            if (List.of(value).equals(stored.get(name))) {
                attributes.putIfAbsent(name, List.of(value));
            }
        });
        return attributes;
    }

    private static String absolute(String path) {
        return path == null || path.startsWith("/") ? path : "/" + path;
    }

    private static List<String> withDefaults(List<String> given, List<String> stored, Collection<String> defaults) {
        if (given == null || stored == null) {
            return given;
        }
        List<String> all = new ArrayList<>(given);
        stored.stream().filter(defaults::contains).forEach(all::add);
        return all;
    }
}
