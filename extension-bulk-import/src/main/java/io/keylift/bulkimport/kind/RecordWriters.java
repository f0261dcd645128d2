// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** How records are written as JSON: the inverse of how an import reads them. */
public final class RecordWriters {

    private RecordWriters() {}

    /**
     * A mapper that writes the fields of a record in the order of the documentation, without those that an import
     * ignores or rejects. The keys of maps are sorted, so that the same object is always written in the same way.
     *
     * @param fields fields of the record to write; empty for all
     */
    public static JsonMapper mapper(ImportKind<?, ?> kind, Set<String> fields) {
        return JsonMapper.builder()
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .disable(SerializationFeature.FLUSH_AFTER_WRITE_VALUE)
                .addModule(new SimpleModule()
                        .setSerializerModifier(new Fields(kind.info().recordType(), kind.shape(), fields)))
                .build();
    }

    private static final class Fields extends BeanSerializerModifier {
        private static final long serialVersionUID = 1L;

        private final Class<?> recordType;
        private final transient RecordShape shape;
        private final transient List<String> order;
        private final transient Set<String> fields;

        Fields(Class<?> recordType, RecordShape shape, Set<String> fields) {
            this.recordType = recordType;
            this.shape = shape;
            this.order = new ArrayList<>(shape.rules().keySet());
            this.fields = fields;
        }

        @Override
        public List<BeanPropertyWriter> changeProperties(
                SerializationConfig config, BeanDescription bean, List<BeanPropertyWriter> properties) {
            boolean root = bean.getBeanClass() == recordType;
            Set<String> read = readProperties(bean.getBeanClass());
            String prefix = root ? "" : bean.getBeanClass().getSimpleName() + ".";
            return properties.stream()
                    .filter(property -> read.contains(property.getName()) && isUsed(prefix + property.getName()))
                    .filter(property -> !root || fields.isEmpty() || fields.contains(property.getName()))
                    .toList();
        }

        /** Getters such as {@code isSet} need not belong to a field of the record. */
        private static Set<String> readProperties(Class<?> type) {
            JsonMapper reader = RecordJson.mapper(new JsonFactory());
            return reader.getDeserializationConfig().introspect(reader.constructType(type)).findProperties().stream()
                    .filter(BeanPropertyDefinition::couldDeserialize)
                    .map(BeanPropertyDefinition::getName)
                    .collect(Collectors.toSet());
        }

        private boolean isUsed(String field) {
            return !shape.ignored().contains(field) && !shape.refused().contains(field);
        }

        @Override
        public List<BeanPropertyWriter> orderProperties(
                SerializationConfig config, BeanDescription bean, List<BeanPropertyWriter> properties) {
            return properties.stream()
                    .sorted(Comparator.comparingInt((BeanPropertyWriter property) -> place(property.getName()))
                            .thenComparing(BeanPropertyWriter::getName))
                    .toList();
        }

        private int place(String field) {
            int place = order.indexOf(field);
            return place < 0 ? order.size() : place;
        }
    }
}
