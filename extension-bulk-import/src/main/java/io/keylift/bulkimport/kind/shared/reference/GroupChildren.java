// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.rows.LookupKey;
import io.keylift.bulkimport.rows.Queries;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.GroupModel;

/** Finds groups of one type by their parents and names, all of them in one query. */
public final class GroupChildren {

    /** A place among the children of a group; a top-level group's parent is {@code GroupEntity.TOP_PARENT_ID}. */
    public record Place(String parentId, String name) {}

    private static final LookupKey CHILD = LookupKey.of(
                    "GroupEntity", "KEYCLOAK_GROUP", "parentId, name, id", "PARENT_GROUP, NAME, ID")
            .where("realm", "REALM_ID", "realm")
            .where("type", "TYPE", "type")
            .by("parentId", "PARENT_GROUP")
            .by("name", "NAME")
            .ordered();

    private final Queries rows;
    private final String realmId;
    private final GroupModel.Type type;

    public GroupChildren(ReadContext context, Queries rows, GroupModel.Type type) {
        this.rows = rows;
        this.realmId = context.realm().getId();
        this.type = type;
    }

    /** Ids of the groups at these places; places without a group are missing. */
    public Map<Place, String> ids(Set<Place> places) {
        Map<Place, String> ids = new HashMap<>();
        if (places.isEmpty()) {
            return ids;
        }
        List<List<String>> wanted = places.stream()
                .map(place -> List.of(place.parentId(), place.name()))
                .toList();
        for (Object[] row : rows.selectTuples(CHILD, wanted, Map.of("realm", realmId, "type", type.intValue()))) {
            Place place = new Place((String) row[0], (String) row[1]);
            if (places.contains(place)) {
                ids.put(place, (String) row[2]);
            }
        }
        return ids;
    }
}
