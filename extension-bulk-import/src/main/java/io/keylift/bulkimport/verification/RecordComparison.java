// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.verification;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.kind.RecordWriters;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.FieldTreatment.Effect;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.verification.ValueComparison.Found;
import io.keylift.bulkimport.verification.ValueComparison.Mode;
import io.keylift.request.Pointers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares a record with the record of the object that exists, field by field, by what {@code ifExists=overwrite} would
 * change: a field that the record leaves out is equal, unless overwriting resets it. What is merged is compared by what
 * {@code ifExists=merge} would change.
 *
 * @param <R> class of a record
 */
final class RecordComparison<R> {

    private final RecordSource<R> source;
    private final JsonMapper mapper;
    private final RecordShape shape;
    private final ValueComparison values;
    private final ValueComparison valuesWithBlanks;
    private final JavaType type;
    private final boolean merged;

    RecordComparison(ImportKind<R, ?> kind, boolean merged) {
        source = kind.source();
        mapper = RecordWriters.mapper(kind, Set.of());
        shape = kind.shape();
        type = mapper.constructType(kind.info().recordType());
        values = new ValueComparison(mapper, true);
        valuesWithBlanks = new ValueComparison(mapper, false);
        this.merged = merged;
    }

    /**
     * Result of a comparison.
     *
     * @param differences JSON pointers to different values, in order
     * @param notCompared JSON pointers to values that could not be compared, in order
     */
    record Result(Collection<String> differences, Collection<String> notCompared) {}

    /**
     * @param hidden fields of the stored record that the caller may not view
     */
    Result compare(R given, R stored, Set<String> hidden) {
        Found found = new Found(new ArrayList<>(0), new TreeSet<>(source.secrets(given)));
        ObjectNode mine = mapper.valueToTree(given);
        found.notCompared().forEach(pointer -> remove(mine, JsonPointer.compile(pointer)));
        ObjectNode theirs = mapper.valueToTree(stored);
        for (Map.Entry<String, JavaType> property : values.properties(type).entrySet()) {
            String field = property.getKey();
            FieldRule rule = shape.ruleOf(field);
            JsonNode value = rule.target(field, mine, merged);
            if (value == null || rule.secret() && value.isContainerNode() && value.isEmpty()) {
                continue;
            }
            String pointer = Pointers.to("", field);
            JsonNode other = theirs.get(field);
            if (hidden.contains(field) || rule.secret()) {
                found.notCompared().add(pointer);
            } else if (!rule.blankIsNone() && values.differInBlanks(value, other)) {
                found.differences().add(pointer);
            } else {
                boolean keepsBlanks = rule.overwrite().effect() == Effect.WHOLE && !rule.blankIsNone();
                Mode mode = mode(rule.treatment(merged).effect());
                (keepsBlanks ? valuesWithBlanks : values)
                        .compare(pointer, property.getValue(), value, other, mode, found);
            }
        }
        return new Result(found.differences(), found.notCompared());
    }

    private static Mode mode(Effect effect) {
        return switch (effect) {
            case WHOLE -> Mode.WHOLE;
            case BY_CLIENT -> Mode.BY_CLIENT;
            case ADDED -> Mode.ADDED;
            default -> Mode.NAMED;
        };
    }

    /** The record that is read from the realm has no secrets. */
    private static void remove(ObjectNode record, JsonPointer pointer) {
        if (record.at(pointer.head()) instanceof ObjectNode owner) {
            owner.remove(pointer.last().getMatchingProperty());
        }
    }
}
