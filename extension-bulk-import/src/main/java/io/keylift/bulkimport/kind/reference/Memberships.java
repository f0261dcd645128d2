// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.reference;

import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.representations.idm.MembershipType;

/** Who is in which group, asked for exactly the pairs of interest by one query. */
public final class Memberships {

    /** A user in a group. */
    public record Membership(String userId, String groupId) {}

    private static final String SQL =
            "select found.* from unnest(cast(:users as varchar[]), cast(:values as varchar[]))"
                    + " wanted(member, value) cross join lateral (select USER_ID, GROUP_ID, MEMBERSHIP_TYPE"
                    + " from {h-schema}USER_GROUP_MEMBERSHIP where USER_ID = wanted.member and GROUP_ID >= wanted.value"
                    + " and GROUP_ID <= wanted.value order by GROUP_ID offset 0) found";

    private static final String JPQL = "select m.user.id, m.groupId, m.membershipType from UserGroupMembershipEntity m"
            + " where m.user.id in (:users) and m.groupId in (:values)";

    private Memberships() {}

    /** The types of those memberships that exist. */
    public static Map<Membership, MembershipType> find(Queries rows, Collection<Membership> wanted) {
        Map<Membership, MembershipType> found = new HashMap<>();
        if (wanted.isEmpty()) {
            return found;
        }
        List<Membership> all = List.copyOf(wanted);
        for (Object[] row : rows.selectPairs(
                SQL,
                JPQL,
                "users",
                all.stream().map(Membership::userId).toList(),
                all.stream().map(Membership::groupId).toList(),
                Map.of())) {
            found.put(new Membership((String) row[0], (String) row[1]), MembershipType.valueOf(String.valueOf(row[2])));
        }
        return found;
    }
}
