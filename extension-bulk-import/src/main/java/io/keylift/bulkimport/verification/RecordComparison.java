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
import io.keylift.bulkimport.kind.spi.FieldRule.Absence;
import io.keylift.bulkimport.kind.spi.FieldRule.Overwrite;
import io.keylift.bulkimport.kind.spi.ImportKind;
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

    /** A deprecated field, which may have no rule. */
    private static final FieldRule UNRULED = FieldRule.value("none");

    private final RecordSource<R> source;
    private final JsonMapper mapper;
    private final Map<String, FieldRule> rules;
    private final ValueComparison values;
    private final ValueComparison valuesWithBlanks;
    private final JavaType type;
    private final boolean merged;

    RecordComparison(ImportKind<R, ?> kind, boolean merged) {
        source = kind.source();
        mapper = RecordWriters.mapper(kind, Set.of());
        rules = kind.shape().rules();
        type = mapper.constructType(kind.info().recordType());
        values = new ValueComparison(mapper, true);
        valuesWithBlanks = new ValueComparison(mapper, false);
        this.merged = merged;
    }

    /**
     * Result of a comparison.
     *
     * @param differences JSON pointers to what differs, in order
     * @param notCompared JSON pointers to what could not be compared, in order
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
            FieldRule rule = rules.getOrDefault(field, UNRULED);
            JsonNode value =
                    rule.isKey() ? null : wanted(rule, mine.get(field), mine); // the object was found by its key
            if (value == null) {
                continue;
            }
            String pointer = Pointers.to("", field);
            JsonNode other = theirs.get(field);
            if (hidden.contains(field)) {
                found.notCompared().add(pointer);
            } else if (!rule.blankIsNone() && values.differInBlanks(value, other)) {
                found.differences().add(pointer);
            } else {
                boolean keepsBlanks = rule.overwrite() == Overwrite.WHOLE && !rule.blankIsNone();
                (keepsBlanks ? valuesWithBlanks : values)
                        .compare(pointer, property.getValue(), value, other, mode(rule), found);
            }
        }
        return new Result(found.differences(), found.notCompared());
    }

    /** The value that the field has after the import; {@code null} if the import leaves it alone. */
    private JsonNode wanted(FieldRule rule, JsonNode given, ObjectNode record) {
        boolean reset = given == null
                && !merged
                && rule.absence() == Absence.RESET
                && (rule.resetBy() == null || record.has(rule.resetBy()));
        return reset ? mapper.valueToTree(rule.initial()) : given;
    }

    private Mode mode(FieldRule rule) {
        if (merged) {
            return rule.addedTo() ? Mode.ADDED : Mode.NAMED;
        }
        return switch (rule.overwrite()) {
            case WHOLE -> Mode.WHOLE;
            case BY_CLIENT -> Mode.BY_CLIENT;
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
