// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.rolemappings;

import io.keylift.bulkimport.kind.reference.KnownRole;
import io.keylift.bulkimport.kind.reference.RoleLists;
import io.keylift.bulkimport.kind.reference.Roles;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Finds the users, groups and departments of a whole chunk, the roles that its records name, and which of them are
 * already mapped.
 */
final class MappingResolver {

    private final ImportContext context;
    private final Queries rows;
    private final boolean lenient;

    /** @param lenient whether records may name something unknown without a reject */
    MappingResolver(ImportContext context, boolean lenient) {
        this.context = context;
        this.lenient = lenient;
        rows = new Queries(context.entityManager());
    }

    /**
     * The records that are still open, in the order of the input.
     *
     * @param begin creates the work of a record for an attempt
     * @param plan decides what a record changes, given the roles of the user, group or department at that point
     */
    List<MappingWork> resolve(
            List<Item<RoleMapping>> items,
            Function<Item<RoleMapping>, MappingWork> begin,
            BiConsumer<MappingWork, Map<String, KnownRole>> plan) {
        List<MappingWork> works = new ArrayList<>(items.size());
        Roles roles = new Roles(context, rows);
        for (Item<RoleMapping> item : items) {
            works.add(begin.apply(item));
            RoleLists named = item.record().roles();
            roles.need(named.realmRoles(), named.givenClientRoles());
        }
        new SubjectLookup(context, rows, lenient).find(works);
        roles.load();
        for (MappingWork work : works) {
            if (work.isFound()) {
                work.wanted = wanted(work, roles);
            }
        }
        StoredMappings stored = new StoredMappings(context, rows, works);
        for (MappingWork work : works) {
            if (work.isFound()) {
                plan.accept(work, stored.of(work.subject));
            }
        }
        return works.stream().filter(MappingWork::isOpen).toList();
    }

    private Roles.Mappings wanted(MappingWork work, Roles roles) {
        RoleLists named = work.record.roles();
        return lenient
                ? roles.mappedIfKnown(work.item, named.realmRoles(), named.givenClientRoles())
                : roles.mapped(work.item, named.realmRoles(), named.givenClientRoles());
    }
}
