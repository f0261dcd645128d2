// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.rows.OwnedTable;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rows of users that an attempt has read after it has locked them. The images of an undo are made from them: before the
 * write of all, and after it of those in tables that the attempt has not changed. What another transaction adds to a
 * user in between is thus in neither image, and an undo sees it as a later change.
 */
final class LockedUserRows {

    private static final List<OwnedTable> ALL = List.of(
            UserTables.USERS,
            UserTables.ATTRIBUTES,
            UserTables.ROLES,
            UserTables.MEMBERSHIPS,
            UserTables.REQUIRED_ACTIONS,
            UserTables.IDENTITIES,
            UserTables.CONSENTS,
            UserTables.CREDENTIALS);

    private static final String NAME = LockedUserRows.class.getName();

    private final Queries rows;
    private final Set<String> users = new HashSet<>();
    private final Map<OwnedTable, Map<String, List<Object[]>>> tables = new HashMap<>();

    private LockedUserRows(Queries rows) {
        this.rows = rows;
    }

    /** Rows of the attempt that has this session. */
    static LockedUserRows of(ReadContext context) {
        LockedUserRows locked = (LockedUserRows) context.session().getAttribute(NAME);
        if (locked == null) {
            locked = new LockedUserRows(new Queries(context.entityManager()));
            context.session().setAttribute(NAME, locked);
        }
        return locked;
    }

    /** Reads all rows of users whom this attempt has locked, and keeps them. */
    void keep(Collection<String> locked) {
        List<List<Object[]>> read = rows.owned(ALL, locked);
        users.addAll(locked);
        for (int i = 0; i < ALL.size(); i++) {
            Map<String, List<Object[]>> byUser = tables.computeIfAbsent(ALL.get(i), table -> new HashMap<>());
            read.get(i)
                    .forEach(row -> byUser.computeIfAbsent((String) row[0], id -> new ArrayList<>(2))
                            .add(row));
        }
    }

    /** Called before the attempt writes rows of these entities. */
    void forget(Set<Class<?>> entities) {
        tables.keySet().removeIf(table -> entities.contains(table.entity()));
    }

    /** The present rows of each table, in its order. Rows of the same user follow each other in the table's order. */
    List<List<Object[]>> read(List<OwnedTable> wanted, Collection<String> ids) {
        List<String> kept = ids.stream().filter(users::contains).toList();
        if (kept.isEmpty()) {
            return rows.owned(wanted, ids);
        }
        List<String> others = ids.stream().filter(id -> !users.contains(id)).toList();
        List<OwnedTable> changed =
                wanted.stream().filter(table -> !tables.containsKey(table)).toList();
        List<List<Object[]>> found = new ArrayList<>();
        for (OwnedTable table : wanted) {
            List<Object[]> ofTable = new ArrayList<>();
            Map<String, List<Object[]>> byUser = tables.getOrDefault(table, Map.of());
            kept.forEach(id -> ofTable.addAll(byUser.getOrDefault(id, List.of())));
            found.add(ofTable);
        }
        add(found, wanted, changed, kept);
        add(found, wanted, wanted, others);
        return found;
    }

    private void add(
            List<List<Object[]>> found, List<OwnedTable> wanted, List<OwnedTable> missing, List<String> owners) {
        if (missing.isEmpty() || owners.isEmpty()) {
            return;
        }
        List<List<Object[]>> read = rows.owned(missing, owners);
        for (int i = 0; i < missing.size(); i++) {
            found.get(wanted.indexOf(missing.get(i))).addAll(read.get(i));
        }
    }
}
