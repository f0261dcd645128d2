// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.filter;

import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.Organizations.Organization;
import io.keylift.bulkimport.kind.shared.reference.VisibleAttributes;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.keycloak.models.UserModel;
import org.keycloak.storage.jpa.JpaHashUtils;
import org.keycloak.utils.SearchQueryUtils.UserSearchPrefix;

/** Selects users as Keycloak's {@code GET /users} does, and by organization, group, department and role. */
public final class UserFilters {

    /** Query parameters of these filters. */
    public static final Set<String> NAMES = Set.of(
            Filters.SEARCH,
            Filters.Q,
            Filters.EXACT,
            Filters.ENABLED,
            Filters.ORGANIZATION,
            Filters.GROUP,
            Filters.ROLE,
            Filters.CLIENT);

    /** Longer values of attributes are compared by their hash. */
    private static final int LONGEST_VALUE = 255;

    private static final List<String> NAMED = List.of("%s.username", "%s.email");
    private static final List<String> CALLED = List.of("lower(%s.firstName)", "lower(%s.lastName)");

    private final KeyOrder users;
    private final Filters filters;

    private UserFilters(KeyOrder users, Filters filters) {
        this.users = users;
        this.filters = filters;
    }

    /** @param users selects from entities of users with alias {@code u}, among others */
    public static KeyOrder apply(KeyOrder users, Filters filters) {
        UserFilters all = new UserFilters(users, filters);
        all.search();
        all.attributes();
        if (filters.has(Filters.ENABLED)) {
            users.where("u.enabled = :enabled", "enabled", filters.enabled());
        }
        all.memberships();
        return users;
    }

    /**
     * Selects members as {@code GET /organizations/{id}/members} does.
     *
     * @param user alias or path of the user
     */
    public static void searchMembers(KeyOrder members, Filters filters, String user) {
        Boolean exact = filters.exact(Filters.SEARCH);
        if (filters.search() != null) {
            String text = filters.search();
            boolean equal = Boolean.TRUE.equals(exact);
            search(members, user, "search", equal ? LikePattern.lower(text) : LikePattern.wildInfix(text), equal);
        }
    }

    private void search() {
        String text = filters.search();
        if (text == null) {
            return;
        }
        UserSearchPrefix prefix = UserSearchPrefix.matching(text);
        if (prefix != null) {
            searchByKey(prefix, Stream.of(prefix.splitTerms(text)));
            return;
        }
        String[] terms = text.split("\\s+");
        for (int i = 0; i < terms.length; i++) {
            String term = terms[i];
            boolean equal = term.length() > 1 && term.startsWith("\"") && term.endsWith("\"");
            search(
                    users,
                    "u",
                    "search" + i,
                    equal ? LikePattern.lower(term.substring(1, term.length() - 1)) : LikePattern.wildPrefix(term),
                    equal);
        }
    }

    private void searchByKey(UserSearchPrefix prefix, Stream<String> terms) {
        String column = switch (prefix) {
            case ID -> "id";
            case USERNAME -> "username";
            case EMAIL -> "email";
        };
        users.where(
                "u." + column + " in (:search)",
                "search",
                terms.map(term -> prefix == UserSearchPrefix.ID ? term : LikePattern.lower(term))
                        .toList());
    }

    private static void search(KeyOrder users, String user, String parameter, String value, boolean equal) {
        users.where(
                Stream.concat(NAMED.stream(), CALLED.stream())
                        .map(column -> column.formatted(user)
                                + (equal ? " = :" : " like :")
                                + parameter
                                + (equal ? "" : LikePattern.ESCAPE))
                        .collect(Collectors.joining(" or ", "(", ")")),
                parameter,
                value);
    }

    private void attributes() {
        Boolean exact = filters.exact(Filters.Q);
        Map<String, String> attributes = filters.attributes();
        requireVisible(attributes.keySet());
        int number = 0;
        for (Map.Entry<String, String> attribute : attributes.entrySet()) {
            String value = attribute.getValue();
            String parameter = "q" + number++;
            switch (attribute.getKey()) {
                case UserModel.USERNAME, UserModel.EMAIL ->
                    field("u." + attribute.getKey(), parameter, value, Boolean.TRUE.equals(exact));
                case UserModel.FIRST_NAME, UserModel.LAST_NAME ->
                    field("lower(u." + attribute.getKey() + ")", parameter, value, Boolean.TRUE.equals(exact));
                case UserModel.ENABLED, UserModel.EMAIL_VERIFIED ->
                    users.where("u." + attribute.getKey() + " = :" + parameter, parameter, Boolean.parseBoolean(value));
                default -> attribute(attribute.getKey(), parameter, value, !Boolean.FALSE.equals(exact));
            }
        }
    }

    /** Refuses attributes that the caller may not read: a search would reveal their values. */
    private void requireVisible(Set<String> names) {
        if (names.isEmpty()) {
            return;
        }
        Set<String> columns = Set.of(UserModel.ENABLED, UserModel.EMAIL_VERIFIED);
        VisibleAttributes visible = VisibleAttributes.of(filters.context(), names);
        if (!names.stream().allMatch(name -> columns.contains(name) || visible.contains(name))) {
            throw Filters.invalid(
                    Filters.Q, "names an attribute that the user profile does not show to administrators");
        }
    }

    private void field(String column, String parameter, String value, boolean equal) {
        users.where(
                column + (equal ? " = :" + parameter : " like :" + parameter + LikePattern.ESCAPE),
                parameter,
                equal ? LikePattern.lower(value) : LikePattern.infix(value));
    }

    private void attribute(String name, String parameter, String value, boolean equal) {
        String alias = "a" + parameter;
        String has = "exists (select 1 from UserAttributeEntity " + alias + " where " + alias + ".user = u and " + alias
                + ".name = :" + parameter + "Name and ";
        if (value.length() > LONGEST_VALUE) {
            users.where(
                    has + alias + ".longValueHashLowerCase = :" + parameter + ")",
                    parameter,
                    JpaHashUtils.hashForAttributeValueLowerCase(value));
        } else if (equal) {
            users.where(has + "lower(" + alias + ".value) = :" + parameter + ")", parameter, LikePattern.lower(value));
        } else {
            users.where(
                    has + "lower(" + alias + ".value) like :" + parameter + LikePattern.ESCAPE + ")",
                    parameter,
                    LikePattern.infix(value));
        }
        users.with(parameter + "Name", name);
    }

    /** Joins by the whole primary key, so that the database can begin with the members or with the users. */
    private void memberships() {
        Organization organization = filters.organization();
        List<String> groups = Stream.of(organization == null ? null : organization.groupId(), filters.group())
                .filter(group -> group != null)
                .toList();
        IntStream.range(0, groups.size())
                .forEach(i -> users.join("UserGroupMembershipEntity m" + i + " on m" + i + ".user = u and m" + i
                                + ".groupId = :group" + i)
                        .with("group" + i, groups.get(i)));
        filters.requireWith(Filters.CLIENT, Filters.ROLE);
        KnownClient client = filters.client();
        String role = filters.role(client);
        if (role != null) {
            users.join("UserRoleMappingEntity r on r.user = u and r.roleId = :role")
                    .with("role", role);
        }
    }
}
