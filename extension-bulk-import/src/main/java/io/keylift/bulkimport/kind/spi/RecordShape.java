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
 * What the JSON Schema of a record has in addition to the record's class, from which it is derived. A field of the
 * record is given by its name; a field of a nested object by the simple name of its class and its own name, for example
 * {@code CredentialRepresentation.value}.
 *
 * @param examples records as JSON, the simplest one first
 * @param required sets of fields; a record must have at least one field of each set
 * @param refused fields of the class that an import rejects; the schema omits them
 * @param ignored fields that an import accepts because Keycloak's representation has them, and ignores
 * @param descriptions a sentence for a field that has no {@code @JsonPropertyDescription}
 * @param givenIds JSON pointers to the ids that a record gives to its object and to what this contains, with {@code *}
 *     for the index of a list
 * @param rules what an import does to the fields of a record, in the order in which the documentation shows them
 * @param granting JSON pointers to what gives something and can be left out, {@code *} for any name or index
 * @param restricting JSON pointers to the parts of which nothing can be left out, {@code *} for any name or index
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
     * A shape with at least one example. What an example refers to, such as a role or an organization, exists in every
     * realm or is created by an example of its own kind, so that the examples of all kinds can be imported one after
     * the other. No example has an id.
     */
    public static RecordShape of(String example, String... more) {
        List<String> examples = new ArrayList<>(List.of(example));
        examples.addAll(List.of(more));
        return new RecordShape(
                examples, List.of(), Set.of(), Set.of(), Map.of(), Set.of(), Map.of(), Set.of(), Set.of());
    }

    /** A record must have at least one of these fields. */
    public RecordShape requires(String... anyOf) {
        List<Set<String>> all = new ArrayList<>(required);
        all.add(Set.of(anyOf));
        return copy(all, refused, ignored, descriptions, givenIds, rules);
    }

    /** These fields are rejected. */
    public RecordShape refuses(String... fields) {
        return copy(required, union(refused, fields), ignored, descriptions, givenIds, rules);
    }

    /** These fields are ignored. */
    public RecordShape ignores(String... fields) {
        return copy(required, refused, union(ignored, fields), descriptions, givenIds, rules);
    }

    /** Describes a field. */
    public RecordShape describes(String field, String description) {
        Map<String, String> all = new HashMap<>(descriptions);
        all.put(field, description);
        return copy(required, refused, ignored, all, givenIds, rules);
    }

    /**
     * These fields are ids that a record gives to its object, or to what this contains, such as
     * {@code /protocolMappers/*}{@code /id}. With {@code ids=ignore}, the import does not read them; with
     * {@code ids=prefer}, records may give the same ones. References to other objects are no given ids.
     */
    public RecordShape givesIds(String... pointers) {
        return copy(required, refused, ignored, descriptions, union(givenIds, pointers), rules);
    }

    /** Sets what an import does to a field of the record. */
    public RecordShape rule(String field, FieldRule rule) {
        Map<String, FieldRule> all = new LinkedHashMap<>(rules);
        all.put(field, rule);
        return copy(required, refused, ignored, descriptions, givenIds, all);
    }

    /** The same for several fields. */
    public RecordShape rule(FieldRule rule, String... fields) {
        Map<String, FieldRule> all = new LinkedHashMap<>(rules);
        for (String field : fields) {
            all.put(field, rule);
        }
        return copy(required, refused, ignored, descriptions, givenIds, all);
    }

    /** The same for all fields of a table. */
    public RecordShape rules(Map<String, FieldRule> ofFields) {
        Map<String, FieldRule> all = new LinkedHashMap<>(rules);
        all.putAll(ofFields);
        return copy(required, refused, ignored, descriptions, givenIds, all);
    }

    /** The rule of a field; a deprecated field without one has one value or none. */
    public FieldRule ruleOf(String field) {
        return rules.getOrDefault(field, FieldRule.value());
    }

    /**
     * References and credentials that give something to the object, and nothing if they are missing, such as {@code
     * /realmRoles/*}. A job can leave out those that do not exist, or that the server cannot verify. An object without
     * them has less access, never more. All other references that do not exist reject the record.
     */
    public RecordShape grants(String... pointers) {
        return with(union(granting, pointers), restricting);
    }

    /**
     * Parts that restrict access, such as the roles of a policy. No job leaves out anything of them. The empty
     * pointer is the whole record. What {@link #grants} names within such a part can be left out.
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
