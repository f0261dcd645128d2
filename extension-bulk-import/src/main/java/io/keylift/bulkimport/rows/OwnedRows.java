// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import io.keylift.bulkimport.rows.OwnedTable.Type;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.hibernate.engine.spi.SessionImplementor;

/**
 * Reads the rows that belong to the same objects from several tables. PostgreSQL gets one statement, which is one round
 * trip, and other databases one for each table.
 */
final class OwnedRows {

    private final EntityManager em;
    private final List<OwnedTable> tables;

    OwnedRows(EntityManager em, List<OwnedTable> tables) {
        this.em = em;
        this.tables = tables;
    }

    /** The rows of each table, in its order. A row has the owner, and then the columns of the table. */
    List<List<Object[]>> of(Collection<String> owners) {
        Queries rows = new Queries(em);
        if (!rows.isPostgreSql() || owners.isEmpty()) {
            return tables.stream()
                    .map(table -> rows.select(table.jpql(), owners, Map.of()))
                    .toList();
        }
        int[] counts = counts();
        return read(sql(counts), counts, owners);
    }

    /** The most columns that a table has, for each type. */
    private int[] counts() {
        return IntStream.range(0, Type.values().length)
                .map(type -> tables.stream()
                        .mapToInt(table -> table.count(Type.values()[type]))
                        .max()
                        .orElseThrow())
                .toArray();
    }

    private String sql(int[] counts) {
        List<String> selects = new ArrayList<>();
        for (OwnedTable table : tables) {
            List<String> columns = new ArrayList<>();
            columns.add(Integer.toString(selects.size()));
            for (Type type : Type.values()) {
                columns.addAll(table.names(type, counts[type.ordinal()]));
            }
            selects.add("(select " + String.join(", ", columns) + " from " + name(table) + " where "
                    + table.ownerColumn() + " = any(array(select value from given))" + table.orderBy() + ")");
        }
        return "select * from (with given as materialized (select unnest(cast(? as varchar[])) as value) "
                + String.join(" union all ", selects) + ") owned";
    }

    private String name(OwnedTable table) {
        return em.unwrap(SessionImplementor.class)
                .getFactory()
                .getMappingMetamodel()
                .getEntityDescriptor(table.entity())
                .getIdentifierTableDetails()
                .getTableName();
    }

    private List<List<Object[]>> read(String sql, int[] counts, Collection<String> owners) {
        int[] first = new int[counts.length];
        first[0] = 2;
        for (int i = 1; i < first.length; i++) {
            first[i] = first[i - 1] + counts[i - 1];
        }
        List<int[]> positions =
                tables.stream().map(table -> table.positions(first)).toList();
        List<List<Object[]>> found = new ArrayList<>();
        tables.forEach(table -> found.add(new ArrayList<>()));
        Reading.of(
                em.unwrap(SessionImplementor.class),
                sql,
                statement ->
                        statement.setArray(1, statement.getConnection().createArrayOf("varchar", owners.toArray())),
                row -> {
                    int table = row.getInt(1);
                    found.get(table).add(tables.get(table).read(row, positions.get(table)));
                });
        return found;
    }
}
