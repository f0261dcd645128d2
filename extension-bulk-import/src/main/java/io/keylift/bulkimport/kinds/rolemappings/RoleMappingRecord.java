// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.rolemappings;

import io.keylift.bulkimport.kind.shared.reference.RoleLists;
import io.keylift.bulkimport.kind.shared.reference.Users;
import java.util.List;
import java.util.Map;

/** A line of the import: a user, a group or a department, and roles of the realm and of clients. */
public final class RoleMappingRecord {

    private String username;
    private String email;
    private String userId;
    private String group;
    private String organization;
    private String department;
    private List<String> realmRoles;
    private Map<String, List<String>> clientRoles;

    /** Username of a user, in any case. */
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

    /** Path of a group of the realm. */
    public String getGroup() {
        return group;
    }

    public void setGroup(String group) {
        this.group = group;
    }

    /** Alias or id of the organization of a department. */
    public String getOrganization() {
        return organization;
    }

    public void setOrganization(String organization) {
        this.organization = organization;
    }

    /** Path of a department of the organization. */
    public String getDepartment() {
        return department;
    }

    public void setDepartment(String department) {
        this.department = department;
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

    /** The user, group or department as the record names it; {@code null} if it names none. */
    String key() {
        if (group != null) {
            return group;
        }
        if (department != null) {
            return organization == null ? department : organization + ":" + department;
        }
        return username == null && email == null && userId == null ? null : user().key();
    }

    /** The valid record. */
    RoleMapping valid(boolean exclusive) {
        boolean ofUser = group == null && department == null;
        return new RoleMapping(
                ofUser ? user() : null, organization, group == null ? department : group, roles(), exclusive);
    }

    private Users.Name user() {
        return new Users.Name(username, email, userId);
    }

    RoleLists roles() {
        return new RoleLists(realmRoles, clientRoles);
    }
}
