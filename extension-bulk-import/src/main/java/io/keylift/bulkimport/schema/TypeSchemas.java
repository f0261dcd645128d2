// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.schema;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyName;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.ValueInstantiator;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.kind.spi.RecordShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Describes the types of one record. The fields of a type come from the deserializer that Jackson built for it, so that
 * the schema has the same fields as the reader. Every such type below the record itself becomes a definition, which
 * allows types to contain themselves.
 */
final class TypeSchemas implements ValueSchemas.Definitions {

    private static final String IGNORED = "As Keycloak's responses have it; an import ignores it.";

    private final JsonMapper mapper;
    private final DeserializationConfig config;
    private final DefaultDeserializationContext context;
    private final RecordShape shape;
    private final ValueSchemas values;
    private final ObjectNode definitions;
    private final Map<JavaType, String> names = new HashMap<>();

    TypeSchemas(JsonMapper mapper, RecordShape shape) {
        this.mapper = mapper;
        this.shape = shape;
        config = mapper.getDeserializationConfig();
        context = ((DefaultDeserializationContext) mapper.getDeserializationContext()).createDummyInstance(config);
        values = new ValueSchemas(mapper, this);
        definitions = mapper.createObjectNode();
    }

    /** The targets of {@code $ref}s, by name. */
    ObjectNode definitions() {
        return definitions;
    }

    /** The schema of the record itself. */
    ObjectNode root(Class<?> type) {
        return bean(mapper.constructType(type), "");
    }

    @Override
    public ObjectNode of(JavaType type) {
        String name = names.get(type);
        if (name == null) {
            name = free(type.getRawClass().getSimpleName());
            names.put(type, name);
            // Before its fields are described: one of them may have this very type.
            definitions.putObject(name);
            definitions.set(name, bean(type, type.getRawClass().getSimpleName() + "."));
        }
        return reference(name);
    }

    @Override
    public ObjectNode named(String name, Supplier<ObjectNode> schema) {
        if (!definitions.has(name)) {
            definitions.set(name, schema.get());
        }
        return reference(name);
    }

    private ObjectNode reference(String name) {
        return mapper.createObjectNode().put("$ref", "#/$defs/" + name);
    }

    private String free(String name) {
        String free = name;
        for (int i = 2; definitions.has(free) || free.equals(ValueSchemas.VALUES); i++) {
            free = name + i;
        }
        return free;
    }

    private ObjectNode bean(JavaType type, String prefix) {
        ObjectNode schema = mapper.createObjectNode();
        BeanDescription description = config.introspect(type);
        if (description.findClassDescription() != null) {
            schema.put("description", description.findClassDescription());
        }
        schema.put("type", "object");
        if (!(deserializer(type) instanceof BeanDeserializerBase bean)) {
            // Only the type's own deserializer knows the fields.
            return schema;
        }
        ObjectNode properties = schema.putObject("properties");
        for (SettableBeanProperty property : properties(bean, description)) {
            if (!shape.refused().contains(prefix + property.getName())) {
                properties.set(property.getName(), property(property, prefix));
                for (PropertyName alias : property.findAliases(config)) {
                    properties.set(alias.getSimpleName(), property(property, prefix));
                }
                if (property.isRequired()) {
                    Nullable.forbid((ObjectNode) properties.get(property.getName()));
                    schema.withArray("required").add(property.getName());
                }
            }
        }
        schema.set("additionalProperties", others(type, description));
        return orScalar(schema, bean.getValueInstantiator());
    }

    /** The properties that the deserializer sets, in the order in which the class declares them. */
    private static List<SettableBeanProperty> properties(BeanDeserializerBase bean, BeanDescription description) {
        List<String> declared = description.findProperties().stream()
                .map(BeanPropertyDefinition::getName)
                .toList();
        List<SettableBeanProperty> all = new ArrayList<>();
        bean.properties().forEachRemaining(all::add);
        all.sort(Comparator.comparingInt(property -> declared.indexOf(property.getName())));
        return all;
    }

    private JsonNode others(JavaType type, BeanDescription description) {
        AnnotatedMember any = description.findAnySetterAccessor();
        if (any instanceof AnnotatedMethod setter) {
            return Nullable.allow(values.of(setter.getParameterType(1)));
        }
        boolean takesAll = any != null
                || config.getDefaultPropertyIgnorals(type.getRawClass(), description.getClassInfo())
                        .getIgnoreUnknown();
        return mapper.getNodeFactory().booleanNode(takesAll);
    }

    private ObjectNode property(SettableBeanProperty property, String prefix) {
        String field = prefix + property.getName();
        boolean ignored = shape.ignored().contains(field);
        ObjectNode schema = mapper.createObjectNode();
        String description = property.getMetadata().getDescription();
        if (description == null) {
            description = shape.descriptions().getOrDefault(field, ignored ? IGNORED : null);
        }
        if (description != null) {
            schema.put("description", description);
        }
        schema.setAll(Nullable.allow(ignored ? values.outline(property.getType()) : values.of(property.getType())));
        if (ignored) {
            schema.put("readOnly", true);
        }
        AnnotatedMember member = property.getMember();
        if (member != null && member.hasAnnotation(Deprecated.class)) {
            schema.put("deprecated", true);
        }
        return schema;
    }

    /** Some types can be given by a scalar instead of an object, such as a scope by its name. */
    private static ObjectNode orScalar(ObjectNode schema, ValueInstantiator instantiator) {
        if (instantiator.canCreateFromString()) {
            Nullable.addType(schema, "string");
        }
        return schema;
    }

    private JsonDeserializer<Object> deserializer(JavaType type) {
        try {
            return context.findRootValueDeserializer(type);
        } catch (JsonMappingException e) {
            throw new IllegalArgumentException("Jackson cannot read " + type, e);
        }
    }
}
