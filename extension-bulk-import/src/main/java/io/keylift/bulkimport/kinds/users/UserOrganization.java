// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import java.util.List;
import org.keycloak.representations.idm.MembershipType;

/** An organization a user belongs to, named by its alias or its id. */
public class UserOrganization {

    private String alias;
    private String id;
    private MembershipType membershipType;
    private List<String> departments;

    public String getAlias() {
        return alias;
    }

    public void setAlias(String alias) {
        this.alias = alias;
    }

    public String getId() {
        return id;
    }

    public void setId(String id) {
        this.id = id;
    }

    /** {@code null} for a new member means unmanaged, as for one who is added through the Admin API. */
    public MembershipType getMembershipType() {
        return membershipType;
    }

    public void setMembershipType(MembershipType membershipType) {
        this.membershipType = membershipType;
    }

    /** Paths of departments, names from the organization down between slashes. */
    public List<String> getDepartments() {
        return departments;
    }

    public void setDepartments(List<String> departments) {
        this.departments = departments;
    }
}
