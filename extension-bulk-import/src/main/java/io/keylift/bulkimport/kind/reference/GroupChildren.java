// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.reference;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.GroupModel;

/** Groups of one type, found by their parents and names: all that are wanted by one query. */
public final class GroupChildren {

    /** A place among the children of a group; a top-level group's parent is {@code GroupEntity.TOP_PARENT_ID}. */
    public record Place(String parentId, String name) {}

    /**
     * One look-up in the unique index of siblings for each place; see {@link io.keylift.bulkimport.rows.RealmKey} for
     * its form.
     */
    private static final String SQL =
            "select found.* from unnest(cast(:parents as varchar[]), cast(:values as varchar[]))"
                    + " wanted(parent, value) cross join lateral (select PARENT_GROUP, NAME, ID from"
                    + " {h-schema}KEYCLOAK_GROUP"
                    + " where REALM_ID = :realm and PARENT_GROUP = wanted.parent and TYPE = :type and NAME >="
                    + " wanted.value"
                    + " and NAME <= wanted.value order by NAME offset 0) found";

    private static final String JPQL = "select g.parentId, g.name, g.id from GroupEntity g where g.realm = :realm"
            + " and g.type = :type and g.parentId in (:parents) and g.name in (:values)";

    private final Queries rows;
    private final String realmId;
    private final GroupModel.Type type;

    public GroupChildren(ImportContext context, Queries rows, GroupModel.Type type) {
        this.rows = rows;
        this.realmId = context.realm().getId();
        this.type = type;
    }

    /** Ids of the groups in these places; a place without a group is left out. */
    public Map<Place, String> ids(Set<Place> places) {
        Map<Place, String> ids = new HashMap<>();
        if (places.isEmpty()) {
            return ids;
        }
        List<Place> wanted = List.copyOf(places);
        for (Object[] row : rows.selectPairs(
                SQL,
                JPQL,
                "parents",
                wanted.stream().map(Place::parentId).toList(),
                wanted.stream().map(Place::name).toList(),
                Map.of("realm", realmId, "type", type.intValue()))) {
            Place place = new Place((String) row[0], (String) row[1]);
            if (places.contains(place)) {
                ids.put(place, (String) row[2]);
            }
        }
        return ids;
    }
}
