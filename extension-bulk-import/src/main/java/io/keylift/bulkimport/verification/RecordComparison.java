// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.verification;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.kind.RecordWriters;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.verification.ValueComparison.Mode;
import io.keylift.request.Pointers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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
    private final Map<String, FieldRule> rules;
    private final ValueComparison values;
    private final JavaType type;
    private final boolean merged;

    RecordComparison(ImportKind<R, ?> kind, boolean merged) {
        source = kind.source();
        mapper = RecordWriters.mapper(kind, Set.of());
        rules = kind.shape().rules();
        type = mapper.constructType(kind.info().recordType());
        values = new ValueComparison(mapper);
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
        Set<String> notCompared = new TreeSet<>(source.secrets(given));
        ObjectNode mine = mapper.valueToTree(given);
        notCompared.forEach(pointer -> remove(mine, JsonPointer.compile(pointer)));
        ObjectNode theirs = mapper.valueToTree(stored);
        List<String> differences = new ArrayList<>(0);
        for (Map.Entry<String, JavaType> property : values.properties(type).entrySet()) {
            String field = property.getKey();
            FieldRule rule = rules.get(field);
            if (rule != null && rule.isKey()) {
                continue; // the object was found by it
            }
            JsonNode value = mine.get(field);
            if (hidden.contains(field)) {
                if (value != null) {
                    notCompared.add(Pointers.to("", field));
                }
            } else if (value != null) {
                values.compare(
                        Pointers.to("", field), property.getValue(), value, theirs.get(field), mode(rule), differences);
            } else if (rule != null && !merged && rule.isReset() && !isDefault(rule, theirs.get(field))) {
                differences.add(Pointers.to("", field));
            }
        }
        return new Result(differences, notCompared);
    }

    private Mode mode(FieldRule rule) {
        if (rule == null) {
            return Mode.NAMED;
        }
        if (merged) {
            return rule.isAddedToByMerge() ? Mode.ADDED : Mode.NAMED;
        }
        return rule.isReplacedAsAWhole() ? Mode.WHOLE : Mode.NAMED;
    }

    /** The record that is read from the realm has no secrets. */
    private static void remove(ObjectNode record, JsonPointer pointer) {
        if (record.at(pointer.head()) instanceof ObjectNode owner) {
            owner.remove(pointer.last().getMatchingProperty());
        }
    }

    /** Whether a stored value is the one that the rule names; of other defaults a rule tells only how they arise. */
    private static boolean isDefault(FieldRule rule, JsonNode stored) {
        return switch (rule.absent()) {
            case "none" -> ValueComparison.isEmpty(stored);
            case "`true`" -> BooleanNode.TRUE.equals(stored);
            case "`false`" -> !BooleanNode.TRUE.equals(stored);
            default -> true;
        };
    }
}
