// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Description of the records of a kind: the part that does not follow from their class. JSON Schema, OpenAPI document
 * and tables of fields are made from both. The engine decides by it which ids and references a job can leave out, and
 * verifications and undos decide by the rules of fields.
 *
 * <p>A field of the record is given by its name. A field of a nested object is given by the simple name of its class
 * and its own name, for example {@code CredentialRepresentation.value}.
 *
 * @param examples records as JSON, the simplest one first
 * @param required sets of fields; a record must have at least one field of each set
 * @param refused fields of the class that an import rejects; the schema omits them
 * @param ignored fields that an import accepts because Keycloak's representation has them, and ignores
 * @param descriptions a sentence for a field that has no {@code @JsonPropertyDescription}
 * @param givenIds JSON pointers to the ids that a record gives to its object and to parts of the object, with {@code *}
 *     for the index of a list
 * @param rules rules of the fields of a record by name, in the order of the documentation
 * @param granting JSON pointers to the references and credentials that a job can leave out, {@code *} for any name or
 *     index
 * @param restricting JSON pointers to the parts from which no job leaves out anything, {@code *} for any name or index
 */
public record RecordShape(
        List<String> examples,
        List<Set<String>> required,
        Set<String> refused,
        Set<String> ignored,
        Map<String, String> descriptions,
        Set<String> givenIds,
        Map<String, FieldRule> rules,
        Set<String> granting,
        Set<String> restricting) {

    public RecordShape {
        examples = List.copyOf(examples);
        required = List.copyOf(required);
        refused = Set.copyOf(refused);
        ignored = Set.copyOf(ignored);
        descriptions = Map.copyOf(descriptions);
        givenIds = Set.copyOf(givenIds);
        granting = Set.copyOf(granting);
        restricting = Set.copyOf(restricting);
        rules = Collections.unmodifiableMap(new LinkedHashMap<>(rules));
    }

    /**
     * Creates a shape with at least one example, the simplest one first. An example may only refer to objects, such as
     * roles or organizations, that exist in every realm or that an example of their own kind creates, so that the
     * examples of all kinds can be imported one after the other. No example has an id.
     */
    public static RecordShape of(String example, String... more) {
        List<String> examples = new ArrayList<>(List.of(example));
        examples.addAll(List.of(more));
        return new RecordShape(
                examples, List.of(), Set.of(), Set.of(), Map.of(), Set.of(), Map.of(), Set.of(), Set.of());
    }

    /** Requires at least one of these fields in each record. */
    public RecordShape requires(String... anyOf) {
        List<Set<String>> all = new ArrayList<>(required);
        all.add(Set.of(anyOf));
        return copy(all, refused, ignored, descriptions, givenIds, rules);
    }

    /** Makes the import reject records with one of these fields. */
    public RecordShape refuses(String... fields) {
        return copy(required, union(refused, fields), ignored, descriptions, givenIds, rules);
    }

    /** Makes the import ignore these fields. */
    public RecordShape ignores(String... fields) {
        return copy(required, refused, union(ignored, fields), descriptions, givenIds, rules);
    }

    /** Sets the description of a field, one sentence. */
    public RecordShape describes(String field, String description) {
        Map<String, String> all = new HashMap<>(descriptions);
        all.put(field, description);
        return copy(required, refused, ignored, all, givenIds, rules);
    }

    /**
     * Names the ids that a record gives to its object or to parts of the object, such as
     * {@code /protocolMappers/*}{@code /id}. With {@code ids=ignore}, the import does not read them. With
     * {@code ids=prefer}, several records may give the same id. References to other objects are not given ids.
     */
    public RecordShape givesIds(String... pointers) {
        return copy(required, refused, ignored, descriptions, union(givenIds, pointers), rules);
    }

    /** Sets the rule of a field. */
    public RecordShape rule(String field, FieldRule rule) {
        Map<String, FieldRule> all = new LinkedHashMap<>(rules);
        all.put(field, rule);
        return copy(required, refused, ignored, descriptions, givenIds, all);
    }

    /** Sets the rule of several fields. */
    public RecordShape rule(FieldRule rule, String... fields) {
        Map<String, FieldRule> all = new LinkedHashMap<>(rules);
        for (String field : fields) {
            all.put(field, rule);
        }
        return copy(required, refused, ignored, descriptions, givenIds, all);
    }

    /** Sets the rules of several fields, in the order of the map. */
    public RecordShape rules(Map<String, FieldRule> ofFields) {
        Map<String, FieldRule> all = new LinkedHashMap<>(rules);
        all.putAll(ofFields);
        return copy(required, refused, ignored, descriptions, givenIds, all);
    }

    /** Returns the rule of a field. A deprecated field without a rule counts as a {@link FieldRule#value()}. */
    public FieldRule ruleOf(String field) {
        return rules.getOrDefault(field, FieldRule.value());
    }

    /**
     * Names references and credentials that grant access to the object, such as {@code /realmRoles/*}. Without them,
     * the object must have less access, never more. With {@code drop}, a job can leave out references to objects that
     * do not exist and credentials that the server cannot verify. Any other missing reference rejects the record.
     */
    public RecordShape grants(String... pointers) {
        return with(union(granting, pointers), restricting);
    }

    /**
     * Names parts of a record that restrict access, such as the roles of a policy. No job leaves out anything in them,
     * except references and credentials that {@link #grants} names. The empty pointer names the whole record.
     */
    public RecordShape restricts(String... pointers) {
        return with(granting, union(restricting, pointers));
    }

    private RecordShape with(Set<String> grants, Set<String> restricts) {
        return new RecordShape(examples, required, refused, ignored, descriptions, givenIds, rules, grants, restricts);
    }

    private RecordShape copy(
            List<Set<String>> require,
            Set<String> refuse,
            Set<String> ignore,
            Map<String, String> describe,
            Set<String> ids,
            Map<String, FieldRule> rule) {
        return new RecordShape(examples, require, refuse, ignore, describe, ids, rule, granting, restricting);
    }

    private static Set<String> union(Set<String> fields, String... more) {
        Set<String> all = new HashSet<>(fields);
        all.addAll(List.of(more));
        return all;
    }
}
