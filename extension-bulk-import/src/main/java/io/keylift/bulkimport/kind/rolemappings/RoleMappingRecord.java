// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.rolemappings;

import io.keylift.bulkimport.kind.reference.Users;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/** A line of the import: a user or a group, and roles of the realm and of clients. */
public final class RoleMappingRecord {

    private String username;
    private String email;
    private String userId;
    private String group;
    private List<String> realmRoles;
    private Map<String, List<String>> clientRoles;

    /**
     * Whether the record replaces all roles of the user or group, so that a second record is a duplicate; set by
     * validation.
     */
    boolean exclusive;

    /** Username of a user, case-insensitive. */
    public String getUsername() {
        return username;
    }

    public void setUsername(String username) {
        this.username = username;
    }

    /** Email address of a user, case-insensitive. */
    public String getEmail() {
        return email;
    }

    public void setEmail(String email) {
        this.email = email;
    }

    /** Id of a user. */
    public String getUserId() {
        return userId;
    }

    public void setUserId(String userId) {
        this.userId = userId;
    }

    /** Path of a group. */
    public String getGroup() {
        return group;
    }

    public void setGroup(String group) {
        this.group = group;
    }

    /** Names of realm roles. */
    public List<String> getRealmRoles() {
        return realmRoles;
    }

    public void setRealmRoles(List<String> realmRoles) {
        this.realmRoles = realmRoles;
    }

    /** Names of client roles by client id. */
    public Map<String, List<String>> getClientRoles() {
        return clientRoles;
    }

    public void setClientRoles(Map<String, List<String>> clientRoles) {
        this.clientRoles = clientRoles;
    }

    boolean isOfGroup() {
        return group != null;
    }

    Users.Name user() {
        return new Users.Name(username, email, userId);
    }

    /** Pointer to the field that identifies the user or group; other given fields must identify the same one. */
    String pointer() {
        return isOfGroup() ? "/group" : user().pointer();
    }

    /** The user or group as the record names it. */
    String key() {
        if (isOfGroup()) {
            return group;
        }
        return username == null && email == null && userId == null ? null : user().key();
    }

    /** Whether a list is given, even an empty one. */
    boolean givesAnyList() {
        return realmRoles != null
                || (clientRoles != null && clientRoles.values().stream().anyMatch(Objects::nonNull));
    }

    boolean givesAnyRole() {
        return (realmRoles != null && !realmRoles.isEmpty())
                || (clientRoles != null
                        && clientRoles.values().stream().anyMatch(names -> names != null && !names.isEmpty()));
    }

    /**
     * The key is the user or group alone if a second record of it is a duplicate, otherwise together with the roles.
     */
    List<UniqueKey> uniqueKeys() {
        if (key() == null) {
            return List.of();
        }
        String subject = pointer() + ":" + (isOfGroup() ? group.replaceFirst("^/", "") : key());
        return List.of(
                exclusive
                        ? new UniqueKey(isOfGroup() ? "group" : "user", subject, pointer())
                        : new UniqueKey("role mapping", subject + " " + roles(), pointer()));
    }

    private String roles() {
        StringBuilder roles = new StringBuilder();
        append(roles, realmRoles);
        if (clientRoles != null) {
            new TreeMap<>(clientRoles).forEach((client, names) -> {
                append(roles, List.of(client));
                append(roles, names);
            });
        }
        return roles.toString();
    }

    /** Writes the length of each name, so that different lists have different texts. */
    private static void append(StringBuilder text, Collection<String> names) {
        if (names != null) {
            new TreeSet<>(names)
                    .forEach(name ->
                            text.append(name.length()).append(':').append(name).append(','));
        }
        text.append(';');
    }
}
