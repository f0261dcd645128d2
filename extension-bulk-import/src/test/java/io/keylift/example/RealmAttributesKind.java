// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.example;

import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWork;
import io.keylift.bulkimport.kind.spi.KeyedWriter;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.NameRules;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.RowLocker;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.kind.spi.TextRules;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.models.cache.CacheRealmProvider;
import org.keycloak.models.jpa.entities.RealmAttributeEntity;
import org.keycloak.models.jpa.entities.RealmEntity;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * A kind from another JAR, as small as one can be: this class and a line in {@code META-INF/services} are all of it.
 */
public final class RealmAttributesKind
        implements ImportKind<RealmAttributesKind.Attribute, RealmAttributesKind.Attribute> {

    /**
     * An attribute of the realm.
     *
     * @param name the key
     * @param value text
     * @param after name of an attribute that has to be there before this one, or {@code null}
     */
    public record Attribute(String name, String value, String after) {}

    @Override
    public KindInfo<Attribute> info() {
        return new KindInfo<>(
                "realm-attributes", Attribute.class, "An attribute of the realm.", "name", "manage-realm");
    }

    @Override
    public RecordShape shape() {
        return RecordShape.of("""
            {"name": "example.colour", "value": "green"}\
            """).requires("name").requires("value");
    }

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        permissions.realm().requireManageRealm();
    }

    @Override
    public String key(Attribute attribute) {
        return attribute.name();
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(Attribute attribute) {
        return List.of(new UniqueKey("name", attribute.name(), "/name"));
    }

    @Override
    public RecordValidator<Attribute, Attribute> validator(ImportContext context) {
        return RecordValidator.of(RealmAttributesKind::check);
    }

    private static void check(Item<Attribute> item) {
        if (NameRules.check(item, item.record().name(), "/name")
                && NameRules.check(item, item.record().value(), "/value")) {
            TextRules.check(item, item.record().name(), TextRules.NAME, "/name");
        }
    }

    @Override
    public ChunkWriter<Attribute> writer(ImportContext context) {
        return new Writer(context);
    }

    private static final class AttributeWork extends KeyedWork<Attribute> {

        RealmAttributeEntity row;

        AttributeWork(Item<Attribute> item) {
            super(item);
        }

        @Override
        public boolean isChange() {
            return row != null && !record.value().equals(row.getValue());
        }
    }

    private static final class Writer extends KeyedWriter<Attribute, AttributeWork> {

        private static final RowLocker LOCKER = (context, rows) -> new Queries(context.entityManager())
                .lock(
                        "select a from RealmAttributeEntity a where a.realm.id = :realm and a.name in (:values)"
                                + " order by a.name",
                        RealmAttributeEntity.class,
                        rows.stream().map(RowReference::id).toList(),
                        Map.of("realm", context.realm().getId()));

        private final Map<String, RealmAttributeEntity> present = new HashMap<>();

        Writer(ImportContext context) {
            super(context);
        }

        @Override
        protected AttributeWork work(Item<Attribute> item) {
            return new AttributeWork(item);
        }

        @Override
        protected void find(List<AttributeWork> works) {
            Set<String> names = new HashSet<>();
            for (AttributeWork work : works) {
                names.add(work.record.name());
                if (work.record.after() != null) {
                    names.add(work.record.after());
                }
            }
            new Queries(context.entityManager())
                    .list(
                            "select a from RealmAttributeEntity a where a.realm.id = :realm and a.name in (:values)",
                            RealmAttributeEntity.class,
                            names,
                            Map.of("realm", context.realm().getId()))
                    .forEach(attribute -> present.put(attribute.getName(), attribute));
            for (AttributeWork work : works) {
                if (present.containsKey(work.record.name())) {
                    work.existingId = work.record.name();
                }
            }
        }

        @Override
        protected RowReference row(AttributeWork work) {
            return new RowReference("REALM_ATTRIBUTE", work.existingId);
        }

        /** By realm and name, which are the key of the table. */
        @Override
        protected RowLocker locker() {
            return LOCKER;
        }

        @Override
        protected void rejectExisting(AttributeWork work) {
            work.item.reject(RejectCode.EXISTS, "/name", "The realm already has an attribute with this name");
        }

        @Override
        protected void decide(List<AttributeWork> works) {
            works.forEach(work -> work.row = present.get(work.record.name()));
            // An attribute that waits makes those wait that come after it.
            while (works.stream().anyMatch(work -> waits(work, works))) {}
        }

        private boolean waits(AttributeWork work, List<AttributeWork> works) {
            String after = work.record.after();
            boolean there = after == null
                    || present.containsKey(after)
                    || open(works).stream()
                            .anyMatch(other -> other.record.name().equals(after));
            if (there || !work.isOpen()) {
                return false;
            }
            work.item.await(
                    new UniqueKey("name", after, "/after"), "unknown_attribute", "The realm has no such attribute");
            return true;
        }

        @Override
        protected void writeRows(List<AttributeWork> changed) {
            List<RealmAttributeEntity> added = new ArrayList<>();
            for (AttributeWork work : changed) {
                if (work.isNew()) {
                    work.row = new RealmAttributeEntity();
                    work.row.setRealm(context.entityManager()
                            .getReference(RealmEntity.class, context.realm().getId()));
                    work.row.setName(work.record.name());
                    added.add(work.row);
                }
                work.row.setValue(work.record.value());
            }
            BulkInsert.insert(context.entityManager(), added);
        }

        @Override
        protected void invalidate(List<AttributeWork> changed) {
            CacheRealmProvider cache = context.session().getProvider(CacheRealmProvider.class);
            if (cache != null) {
                cache.registerRealmInvalidation(
                        context.realm().getId(), context.realm().getName());
            }
        }
    }
}
