// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.table;

import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.kind.spi.TextRules;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.bulkimport.rows.StoredRows;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The table of a kind's objects, as a declaration: its columns and child tables, each with the field of a record that
 * sets it. Length checks, field rules, inserts, differences, updates and exports follow from this declaration.
 * Immutable: a method that declares something returns a new table.
 *
 * @param <E> the entity
 * @param <R> class of a record
 * @param <W> class of the work on a record
 */
public final class EntityTable<E, R, W extends EntityWork<E, R>> {

    private static final String FROM = "select %s from %s e where e.id in (:values)";

    private final String name;
    private final Class<E> entity;
    private final Supplier<E> newEntity;
    private final Supplier<R> newRecord;
    private final Column<E, R, String> id;
    private final List<Column<E, R, ?>> columns;
    private final List<ChildTable<E, ? super W, ?>> children;
    private final Map<String, FieldRule> rules;

    private EntityTable(
            String name,
            Class<E> entity,
            Supplier<E> newEntity,
            Supplier<R> newRecord,
            Column<E, R, String> id,
            List<Column<E, R, ?>> columns,
            List<ChildTable<E, ? super W, ?>> children,
            Map<String, FieldRule> rules) {
        this.name = name;
        this.entity = entity;
        this.newEntity = newEntity;
        this.newRecord = newRecord;
        this.id = id;
        this.columns = List.copyOf(columns);
        this.children = List.copyOf(children);
        this.rules = Collections.unmodifiableMap(new LinkedHashMap<>(rules));
    }

    /**
     * A table without columns.
     *
     * @param name name of the table in the database, in capitals
     */
    public static <E, R, W extends EntityWork<E, R>> EntityTable<E, R, W> of(
            String name, Class<E> entity, Supplier<E> newEntity, Supplier<R> newRecord) {
        return new EntityTable<>(name, entity, newEntity, newRecord, null, List.of(), List.of(), Map.of());
    }

    /**
     * A table without columns, of a kind with immutable records. Such a kind creates the records of an export itself.
     */
    public static <E, R, W extends EntityWork<E, R>> EntityTable<E, R, W> of(
            String name, Class<E> entity, Supplier<E> newEntity) {
        return of(name, entity, newEntity, null);
    }

    /** Declares the primary key, which is the property {@code id}. A record can give it for a new object. */
    public EntityTable<E, R, W> id(String field, Property<R, String> given, Property<E, String> stored) {
        FieldRule rule = FieldRule.id();
        Column<E, R, String> key = new Column<>(field, rule, TextRules.NAME, given, stored);
        return new EntityTable<>(name, entity, newEntity, newRecord, key, columns, children, with(field, rule));
    }

    /** Declares a column and the rule of its field. A text has at most {@link TextRules#NAME} characters. */
    public <V> EntityTable<E, R, W> column(String field, FieldRule rule, Property<R, V> given, Property<E, V> stored) {
        return column(field, rule, TextRules.NAME, given, stored);
    }

    /** @param length maximum number of characters of a text */
    public <V> EntityTable<E, R, W> column(
            String field, FieldRule rule, int length, Property<R, V> given, Property<E, V> stored) {
        List<Column<E, R, ?>> more = new ArrayList<>(columns);
        more.add(new Column<>(field, rule, length, given, stored));
        return new EntityTable<>(name, entity, newEntity, newRecord, id, more, children, with(field, rule));
    }

    /** Declares a child table. Its rule may be missing if its value follows from several fields. */
    public EntityTable<E, R, W> child(ChildTable<E, ? super W, ?> child) {
        List<ChildTable<E, ? super W, ?>> more = new ArrayList<>(children);
        more.add(child);
        return new EntityTable<>(
                name,
                entity,
                newEntity,
                newRecord,
                id,
                columns,
                more,
                child.rule() == null ? rules : with(child.field(), child.rule()));
    }

    /**
     * Declares the rule of a field that is neither a column nor a child table, or that the documentation shows at this
     * place.
     */
    public EntityTable<E, R, W> rule(String field, FieldRule rule) {
        return new EntityTable<>(name, entity, newEntity, newRecord, id, columns, children, with(field, rule));
    }

    private Map<String, FieldRule> with(String field, FieldRule rule) {
        Map<String, FieldRule> more = new LinkedHashMap<>(rules);
        more.put(field, rule);
        return more;
    }

    /** Rules of the fields, in the order of their declaration. */
    public Map<String, FieldRule> rules() {
        return rules;
    }

    /** Rejects a record with an invalid id, or with texts that do not fit their columns. */
    public void check(Item<R> item) {
        TextRules.checkId(item, id.given().get(item.record()), idPointer());
        columns.forEach(column -> column.check(item));
    }

    /** The id that a record gives, or {@code null}. */
    String givenId(W work) {
        return id.given().get(work.record);
    }

    String idPointer() {
        return "/" + id.field();
    }

    Class<E> entity() {
        return entity;
    }

    List<ChildTable<E, ? super W, ?>> children() {
        return children;
    }

    /** The row of a new object, with the columns that a record sets. */
    E insert(W work) {
        E row = newEntity.get();
        id.stored().set(row, work.id);
        columns.forEach(column -> column.insert(row, work.record));
        return row;
    }

    /** The row of the object with this id. */
    public RowReference row(String key) {
        return new RowReference(name, key);
    }

    /**
     * Reads objects by id, in one query for each table. They must not be changed. Objects that do not exist are
     * missing.
     */
    public Map<String, StoredEntity<E>> read(EntityManager em, Collection<String> ids) {
        return objects(em, rows(em, ids), child -> ids);
    }

    /**
     * Like {@link #read}, but faster: no entity is loaded, and only the declared columns are set. Their fields must
     * have the names of the entity's properties.
     */
    public Map<String, StoredEntity<E>> project(EntityManager em, Collection<String> ids) {
        Queries queries = new Queries(em);
        List<Column<E, R, ?>> all = new ArrayList<>(columns);
        all.add(id);
        String properties = all.stream().map(column -> "e." + column.field()).collect(Collectors.joining(", "));
        List<E> rows = new ArrayList<>();
        for (Object[] values : queries.select(FROM.formatted(properties, entity.getSimpleName()), ids, Map.of())) {
            E row = newEntity.get();
            for (int i = 0; i < values.length; i++) {
                all.get(i).fill(row, values[i]);
            }
            rows.add(row);
        }
        return stored(queries, rows, child -> ids);
    }

    /** The own rows of objects. */
    StoredRows<E> rows(EntityManager em, Collection<String> ids) {
        return StoredRows.read(em, entity, newEntity, ids);
    }

    /**
     * The objects with these rows.
     *
     * @param idsOf ids of the objects for which a child table is read
     */
    Map<String, StoredEntity<E>> objects(
            EntityManager em, StoredRows<E> rows, Function<ChildTable<E, ? super W, ?>, Collection<String>> idsOf) {
        return stored(new Queries(em), rows.entities().values(), idsOf);
    }

    private Map<String, StoredEntity<E>> stored(
            Queries queries, Collection<E> rows, Function<ChildTable<E, ? super W, ?>, Collection<String>> idsOf) {
        Map<String, Map<ChildTable<E, ?, ?>, Object>> below = new HashMap<>();
        children.forEach(child -> child.load(queries, idsOf.apply(child))
                .forEach((key, value) ->
                        below.computeIfAbsent(key, any -> new HashMap<>()).put(child, value)));
        Map<String, StoredEntity<E>> objects = new HashMap<>();
        for (E row : rows) {
            String key = id.stored().get(row);
            objects.put(key, new StoredEntity<>(row, below.getOrDefault(key, Map.of())));
        }
        return objects;
    }

    /** Plans the changes that a record makes to a stored object, without making them. */
    public EntityPlan<E> plan(StoredEntity<E> stored, W work, boolean merge) {
        List<Column.Change<E, ?>> changes = new ArrayList<>();
        for (Column<E, R, ?> column : columns) {
            column.difference(stored.row(), work.record, merge).ifPresent(changes::add);
        }
        Map<ChildTable<E, ?, ?>, Object> values = new HashMap<>();
        children.forEach(child -> plan(child, stored, work, merge, values));
        return new EntityPlan<>(stored, changes, values);
    }

    private static <E, W, V> void plan(
            ChildTable<E, ? super W, V> child,
            StoredEntity<E> stored,
            W work,
            boolean merge,
            Map<ChildTable<E, ?, ?>, Object> values) {
        V before = stored.get(child);
        V after = child.wanted(work, before, merge);
        if (!child.same(before, after)) {
            values.put(child, after);
        }
    }

    /** Creates a record with the id and the columns of an object. The kind adds the values of child tables. */
    public R record(StoredEntity<E> stored) {
        return show(stored, newRecord.get());
    }

    /** Sets the id and the columns of an object in a record. */
    public <T extends R> T show(StoredEntity<E> stored, T record) {
        id.show(stored.row(), record);
        columns.forEach(column -> column.show(stored.row(), record));
        return record;
    }
}
