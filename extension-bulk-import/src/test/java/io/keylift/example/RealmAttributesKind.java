// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.example;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.NameRules;
import io.keylift.bulkimport.kind.TextRules;
import io.keylift.bulkimport.kind.spi.ChunkImporter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RejectCode;
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
import org.keycloak.models.cache.CacheRealmProvider;
import org.keycloak.models.jpa.entities.RealmAttributeEntity;
import org.keycloak.models.jpa.entities.RealmEntity;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * A kind from another JAR, as small as one can be: this class and a line in {@code META-INF/services} are all of it.
 */
public final class RealmAttributesKind implements ImportKind<RealmAttributesKind.Attribute> {

    /**
     * An attribute of the realm.
     *
     * @param name the key
     * @param value text
     * @param after name of an attribute that has to be there before this one, or {@code null}
     */
    public record Attribute(String name, String value, String after) {}

    @Override
    public String getId() {
        return "realm-attributes";
    }

    @Override
    public Class<Attribute> recordType() {
        return Attribute.class;
    }

    @Override
    public String description() {
        return "An attribute of the realm.";
    }

    @Override
    public String keyField() {
        return "name";
    }

    @Override
    public RecordShape shape() {
        return RecordShape.of("""
                        {"name": "example.colour", "value": "green"}""").requires("name").requires("value");
    }

    @Override
    public String requiredPermission() {
        return "manage-realm";
    }

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions) {
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
    public ChunkImporter<Attribute> importer(ImportContext context) {
        return new Importer(context);
    }

    private static final class Importer implements ChunkImporter<Attribute> {

        private final ImportContext context;
        private final Map<String, RealmAttributeEntity> present = new HashMap<>();
        private final List<RealmAttributeEntity> added = new ArrayList<>();

        Importer(ImportContext context) {
            this.context = context;
        }

        @Override
        public void validate(Item<Attribute> item) {
            if (NameRules.check(item, item.record().name(), "/name")
                    && NameRules.check(item, item.record().value(), "/value")) {
                TextRules.check(item, item.record().name(), TextRules.NAME, "/name");
            }
        }

        @Override
        public void resolve(List<Item<Attribute>> items) {
            Set<String> names = new HashSet<>();
            for (Item<Attribute> item : items) {
                names.add(item.record().name());
                if (item.record().after() != null) {
                    names.add(item.record().after());
                }
            }
            new Queries(context.entityManager())
                    .list(
                            "select a from RealmAttributeEntity a where a.realm.id = :realm and a.name in (:values)",
                            RealmAttributeEntity.class,
                            names,
                            Map.of("realm", context.realm().getId()))
                    .forEach(attribute -> present.put(attribute.getName(), attribute));
            for (Item<Attribute> item : items) {
                if (present.containsKey(item.record().name()) && context.spec().ifExists() == IfExists.FAIL) {
                    item.reject(RejectCode.EXISTS, "/name", "The realm already has an attribute with this name");
                }
            }
            // A transaction that waits blocks those behind it.
            while (items.stream().anyMatch(item -> putOff(item, items))) {}
        }

        private boolean putOff(Item<Attribute> item, List<Item<Attribute>> items) {
            String after = item.record().after();
            boolean there = after == null
                    || present.containsKey(after)
                    || items.stream()
                            .anyMatch(other ->
                                    other.isOpen() && other.record().name().equals(after));
            if (there || !item.isOpen()) {
                return false;
            }
            item.await(new UniqueKey("name", after, "/after"), "unknown_attribute", "The realm has no such attribute");
            return true;
        }

        @Override
        public void write(List<Item<Attribute>> items) {
            items.stream().filter(Item::isOpen).forEach(this::write);
            if (context.spec().dryRun()) {
                context.entityManager().clear();
                return;
            }
            context.entityManager().flush();
            BulkInsert.insert(context.entityManager(), added);
            CacheRealmProvider cache = context.session().getProvider(CacheRealmProvider.class);
            if (cache != null) {
                cache.registerRealmInvalidation(
                        context.realm().getId(), context.realm().getName());
            }
        }

        private void write(Item<Attribute> item) {
            Attribute attribute = item.record();
            RealmAttributeEntity row = present.get(attribute.name());
            boolean isNew = row == null;
            if (isNew) {
                row = new RealmAttributeEntity();
                row.setRealm(context.entityManager()
                        .getReference(RealmEntity.class, context.realm().getId()));
                row.setName(attribute.name());
            }
            boolean same =
                    attribute.value().equals(row.getValue()) || context.spec().ifExists() == IfExists.SKIP;
            if (isNew || !same) {
                row.setValue(attribute.value());
            }
            if (isNew) {
                added.add(row);
            }
            item.done(isNew ? Outcome.ADDED : same ? Outcome.SKIPPED : Outcome.UPDATED, null);
        }
    }
}
