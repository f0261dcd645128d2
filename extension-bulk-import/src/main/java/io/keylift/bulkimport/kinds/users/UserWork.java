// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.Roles;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWork;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.representations.idm.MembershipType;

/** The work on a record in one attempt to write its chunk: the draft, and the ids of its references. */
final class UserWork extends KeyedWork<UserDraft> {

    /**
     * An organization of the record; values that the record does not give are {@code null}.
     *
     * @param departments ids of the departments of the user there
     */
    record Organization(String id, String groupId, MembershipType type, Set<String> departments, int index) {}

    /** The record as it was sent. */
    final UserRecord user;

    /** The record after the rules of the realm. */
    final UserDraft draft;

    /** Set as soon as the roles are known. */
    Roles.Mappings mappings;

    final List<String> groupIds = new ArrayList<>(0);
    final List<Organization> organizations = new ArrayList<>(1);

    /** Consents of the record; {@code null} if it gives none. */
    List<ConsentDraft> consents;

    /** Whether a user storage has created the new user, so that no rows remain to be written. */
    boolean registered;

    /** The existing user and its changes; {@code null} for a new user and for one that stays unchanged. */
    UserChange change;

    UserWork(Item<UserDraft> item) {
        super(item);
        draft = record;
        user = draft.record;
    }

    @Override
    public boolean isChange() {
        return change != null && change.isChange();
    }

    /**
     * The groups of a new user: those of the record, or else the realm's default groups, and those of its organizations
     * and departments.
     */
    Map<String, MembershipType> memberships(Collection<String> defaultGroups) {
        Map<String, MembershipType> memberships = new LinkedHashMap<>(4);
        if (user.getGroups() == null) {
            defaultGroups.forEach(group -> memberships.put(group, MembershipType.UNMANAGED));
        }
        groupIds.forEach(group -> memberships.put(group, MembershipType.UNMANAGED));
        for (Organization organization : organizations) {
            memberships.put(
                    organization.groupId(),
                    organization.type() == null ? MembershipType.UNMANAGED : organization.type());
            if (organization.departments() != null) {
                organization.departments().forEach(group -> memberships.put(group, MembershipType.UNMANAGED));
            }
        }
        return memberships;
    }
}
