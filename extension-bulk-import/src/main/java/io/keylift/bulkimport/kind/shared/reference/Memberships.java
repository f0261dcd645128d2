// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.rows.LookupKey;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.representations.idm.MembershipType;

/** Finds memberships in groups, with one query for exactly the given pairs. */
public final class Memberships {

    /** A user in a group. */
    public record Membership(String userId, String groupId) {}

    private static final LookupKey MEMBER = LookupKey.of(
                    "UserGroupMembershipEntity",
                    "USER_GROUP_MEMBERSHIP",
                    "user.id, groupId, membershipType",
                    "USER_ID, GROUP_ID, MEMBERSHIP_TYPE")
            .by("user.id", "USER_ID")
            .by("groupId", "GROUP_ID")
            .ordered();

    private Memberships() {}

    /** The types of the memberships that exist. */
    public static Map<Membership, MembershipType> find(Queries rows, Collection<Membership> wanted) {
        Map<Membership, MembershipType> found = new HashMap<>();
        if (wanted.isEmpty()) {
            return found;
        }
        List<List<String>> all = wanted.stream()
                .map(membership -> List.of(membership.userId(), membership.groupId()))
                .toList();
        for (Object[] row : rows.selectTuples(MEMBER, all, Map.of())) {
            found.put(new Membership((String) row[0], (String) row[1]), MembershipType.valueOf(String.valueOf(row[2])));
        }
        return found;
    }
}
