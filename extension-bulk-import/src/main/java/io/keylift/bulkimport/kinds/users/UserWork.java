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

/** A record in one attempt to write its chunk: the draft and the current ids of what it names. */
final class UserWork extends KeyedWork<UserDraft> {

    /**
     * An organization of the record; what the record leaves open is {@code null}.
     *
     * @param departments ids of its departments that the user is in
     */
    record Organization(String id, String groupId, MembershipType type, Set<String> departments, int index) {}

    /** What the record says. */
    final UserRecord user;

    /** What the rules of the realm make of it. */
    final UserDraft draft;

    /** Set as soon as the roles are known. */
    Roles.Mappings mappings;

    final List<String> groupIds = new ArrayList<>(0);
    final List<Organization> organizations = new ArrayList<>(1);

    /** Consents of the record; {@code null} if it gives none. */
    List<ConsentDraft> consents;

    /** Whether a user storage has taken the new user, so that there are no rows left to write. */
    boolean registered;

    /** The existing user and what is to change; {@code null} for a new one and for one that is left alone. */
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
     * The groups that a new user is in: those of the record, or else the realm's default ones, and those of its
     * organizations and departments.
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
