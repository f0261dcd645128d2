// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bulkimport.kind.spi.FieldDefault;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.FieldTreatment;
import io.keylift.bulkimport.kind.spi.FieldTreatment.Absence;
import java.util.Map;
import java.util.stream.Collectors;

/** Renders the rules of a kind as a table in Markdown. */
final class FieldTable {

    private static final String HEAD = "| field | absent means | `overwrite` | `merge` |\n|---|---|---|---|\n";

    private FieldTable() {}

    static String of(Map<String, FieldRule> rules) {
        return rules.entrySet().stream()
                .map(field -> row(field.getKey(), field.getValue()))
                .collect(Collectors.joining("", HEAD, ""));
    }

    private static String row(String field, FieldRule rule) {
        String overwrite = effect(rule.overwrite()) + (rule.isKey() ? "" : "; absent: " + absence(rule.overwrite()));
        String merge = effect(rule.merge())
                + (rule.merge().absence() == Absence.UNCHANGED ? "" : "; absent: " + absence(rule.merge()));
        return "| `" + field + "` | " + initial(rule.initial()) + " | " + overwrite + " | " + merge + " |\n";
    }

    private static String initial(FieldDefault initial) {
        if (initial.note() != null) {
            return initial.note();
        }
        return switch (initial.source()) {
            case NONE -> "none";
            case CONSTANT -> "`" + text(initial.value()) + "`";
            case REQUIRED -> "rejected";
            case COMPUTED -> throw new IllegalArgumentException("No note");
        };
    }

    private static String text(JsonNode value) {
        return value.isTextual() ? value.textValue() : value.toString();
    }

    private static String effect(FieldTreatment treatment) {
        if (treatment.note() != null) {
            return treatment.note();
        }
        return switch (treatment.effect()) {
            case KEY -> "part of the key";
            case FIXED -> "must be the stored value";
            case SET_ONCE -> "must be the stored value; set if there is none";
            case REPLACED -> "replaced";
            case LIST_REPLACED -> "list replaced";
            case WHOLE -> "replaced as a whole";
            case BY_NAME -> "changed by name; none is removed";
            case BY_CLIENT -> "the list of each client given is replaced";
            case ADDED -> "missing values are added";
            case INITIAL, IGNORED -> "ignored";
            case MOVES, COMMAND -> throw new IllegalArgumentException("No note");
        };
    }

    private static String absence(FieldTreatment treatment) {
        if (treatment.absenceNote() != null) {
            return treatment.absenceNote();
        }
        return switch (treatment.absence()) {
            case UNCHANGED -> "unchanged";
            case REJECTED -> "rejected";
            case REJECTED_IF_STORED -> "rejected if one is stored";
            case RESET ->
                treatment.resetBy() == null
                        ? "**reset**"
                        : "**reset if the record has `" + treatment.resetBy() + "`**, otherwise unchanged";
        };
    }
}
