// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import io.keylift.it.imports.support.TwinRealm;
import java.util.Set;

/** The contract that members of organizations, departments and groups share. */
abstract class MembersContract implements KindContract {

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin");
    }

    @Override
    public void prepare(TwinRealm realm) {
        MemberRecords.prepare(realm);
    }

    @Override
    public void prepareRecords(TwinRealm realm, int first, int count) {
        MemberRecords.addUsers(realm, "member-", first, count);
    }

    @Override
    public boolean isOverwritable() {
        return false;
    }

    @Override
    public boolean isRemovable() {
        return true;
    }

    @Override
    public Set<String> tables() {
        return Set.of("user_group_membership");
    }
}
