// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.KindDescription;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Changes objects of one kind, and compares what a verification says of them with what overwriting would do. */
final class SingleChanges {

    /** Fields that can change, but not to what this test could make up. */
    private static final Set<String> UNREACHED = Set.of("federationLink", "resource_scopes");

    /** Fields that name an element of a list, or that each has. */
    private static final Set<String> OF_ELEMENTS = Set.of(
            "id",
            "name",
            "alias",
            "path",
            "clientId",
            "identityProvider",
            "userId",
            "protocol",
            "protocolMapper",
            "identityProviderMapper");

    /** By the type of a policy or permission, the fields that only this type has. */
    private static final Map<String, Set<String>> OF_TYPE = Map.ofEntries(
            Map.entry("role", Set.of("roles", "fetchRoles")),
            Map.entry("user", Set.of("users")),
            Map.entry("group", Set.of("groups", "groupsClaim")),
            Map.entry("client", Set.of("clients")),
            Map.entry("client-scope", Set.of("clientScopes")),
            Map.entry(
                    "time",
                    Set.of(
                            "notBefore",
                            "notOnOrAfter",
                            "dayMonth",
                            "dayMonthEnd",
                            "month",
                            "monthEnd",
                            "year",
                            "yearEnd",
                            "hour",
                            "hourEnd",
                            "minute",
                            "minuteEnd")),
            Map.entry("regex", Set.of("targetClaim", "pattern", "targetContextAttributes")),
            Map.entry("capability", Set.of("capabilities", "requireAll")),
            Map.entry("aggregate", Set.of("policies")),
            Map.entry("resource", Set.of("resources", "policies", "resourceType")),
            Map.entry("scope", Set.of("resources", "policies", "scopes")));

    /** By what overwriting does, what a verification may say. Who has no roles yet gets them as added. */
    private static final Map<String, Set<String>> EXPECTED =
            Map.of("skipped", Set.of("same"), "updated", Set.of("different"), "added", Set.of("missing", "different"));

    /** How overwriting rejects to take an organization from its managed member, and to change an id. */
    private static final Set<String> FIXED = Set.of("conflict /organizations", "conflict /id");

    private static final Set<String> ALL_TYPES = Set.of("description", "logic", "decisionStrategy");

    /** About how many records of unchanged objects are compared as well. */
    private static final int UNCHANGED = 20;

    private final TwinRealm realm;
    private final KindContract kind;
    private final FieldRules rules;
    private final OtherValues values;
    private final SplittableRandom random;
    private final Map<String, JsonNode> fields = new LinkedHashMap<>();
    private final Map<String, Integer> tried = new LinkedHashMap<>();
    private final Set<String> reached = new HashSet<>();

    SingleChanges(
            TwinRealm realm,
            KindContract kind,
            KindDescription description,
            OtherValues values,
            SplittableRandom random) {
        this.realm = realm;
        this.kind = kind;
        rules = FieldRules.of(kind.kind());
        this.values = values;
        this.random = random;
        description.schema().get("properties").properties().forEach(field -> {
            JsonNode schema = field.getValue();
            boolean changes = !schema.path("deprecated").asBoolean()
                    && !schema.path("readOnly").asBoolean()
                    && rules.isChangeable(field.getKey())
                    && !UNREACHED.contains(field.getKey());
            if (changes) {
                fields.put(field.getKey(), schema);
                tried.put(field.getKey(), 0);
            }
        });
    }

    /** Fields of the kind that no change has reached yet. */
    List<String> unchanged() {
        return fields.keySet().stream()
                .filter(field -> !reached.contains(field))
                .map(field -> kind.kind() + "/" + field)
                .toList();
    }

    /** A field of an object that gets another value. */
    private record Change(String key, String field, ObjectNode changed) {}

    /**
     * Changes fields of some objects, compares, and takes the changes back.
     *
     * @param wrong gets what differs from what it should be
     * @return how many objects have changed
     */
    int change(int most, List<String> wrong) throws IOException {
        SortedMap<String, ObjectNode> before = export();
        List<Change> changes = draw(before, most);
        for (Change change : changes) {
            try {
                kind.overwrite(realm, change.changed);
            } catch (RuntimeException | AssertionError e) {
                // The Admin API has no such call, or refuses the value.
                continue;
            }
        }
        SortedMap<String, ObjectNode> after = export();
        List<Change> ignored = changes.stream()
                .filter(change -> !isChanged(change, before, after))
                .toList();
        send("ifExists=overwrite", ignored.stream().map(this::alone).toList());
        SortedMap<String, ObjectNode> now = ignored.isEmpty() ? after : export();

        Map<String, String> changed = new TreeMap<>();
        changes.stream().filter(change -> isChanged(change, before, now)).forEach(change -> {
            reached.add(change.field);
            changed.put(change.key, change.field);
        });
        before.keySet().removeIf(key -> !changed.containsKey(key) && random.nextInt(before.size()) >= UNCHANGED);
        List<ObjectNode> whole = List.copyOf(before.values());
        compare(before, whole, changed, now, wrong);
        compare(before, whole.stream().map(this::part).toList(), changed, now, wrong);
        Map<Integer, String> taken = send("ifExists=overwrite", whole).outcomes();
        send("op=verify", whole).ofType("record").stream()
                .filter(line -> line.get("outcome").asText().equals("different"))
                .filter(line -> !FIXED.contains(taken.get(line.get("line").asInt())))
                .forEach(line -> wrong.add("%s %s after overwriting, which said %s"
                        .formatted(kind.kind(), line, taken.get(line.get("line").asInt()))));
        return changed.size();
    }

    private static boolean isChanged(Change change, Map<String, ObjectNode> before, Map<String, ObjectNode> after) {
        return !before.get(change.key).equals(after.get(change.key));
    }

    private SortedMap<String, ObjectNode> export() {
        SortedMap<String, ObjectNode> records = new TreeMap<>();
        ExportAnswer.get(realm.admin(), realm.name(), kind.kind())
                .whole()
                .records()
                .forEach(record -> records.put(key(record), record));
        return records;
    }

    private String key(ObjectNode record) {
        StringBuilder key = new StringBuilder();
        record.properties().forEach(field -> {
            if (rules.isKey(field.getKey())) {
                key.append(field.getValue().asText()).append(' ');
            }
        });
        return key.toString().strip();
    }

    /** Fields come the sooner, the less often they were tried. */
    private List<Change> draw(SortedMap<String, ObjectNode> records, int most) {
        List<String> keys = new ArrayList<>(records.keySet());
        List<Change> changes = new ArrayList<>();
        while (changes.size() < most && !keys.isEmpty() && !fields.isEmpty()) {
            String key = keys.remove(random.nextInt(keys.size()));
            ObjectNode record = records.get(key);
            tried.keySet().stream()
                    .filter(field -> has(record, field))
                    .min(Comparator.comparingInt(tried::get))
                    .ifPresent(field -> {
                        tried.merge(field, 1, Integer::sum);
                        JsonNode other = values.other(kind.kind(), field, fields.get(field), record.get(field));
                        ObjectNode changed = record.deepCopy();
                        changed.set(field, other);
                        changes.add(new Change(key, field, changed));
                    });
        }
        return changes;
    }

    private boolean has(ObjectNode record, String field) {
        Set<String> ofType = kind.kind().equals("policies") || kind.kind().equals("permissions")
                ? OF_TYPE.get(record.path("type").asText())
                : null;
        return ofType == null || ofType.contains(field) || ALL_TYPES.contains(field);
    }

    /** A record of the change and nothing else. */
    private ObjectNode alone(Change change) {
        ObjectNode record = change.changed.deepCopy();
        record.properties()
                .removeIf(field ->
                        !rules.isNeeded(field.getKey()) && !field.getKey().equals(change.field));
        return record;
    }

    /** A record without some of its fields, or with only one of them, and without some fields within these. */
    private ObjectNode part(ObjectNode record) {
        ObjectNode part = record.deepCopy();
        int left = random.nextInt(4);
        // Which client scopes a client can have depends on its protocol.
        part.properties()
                .removeIf(field -> !rules.isNeeded(field.getKey())
                        && !field.getKey().equals("protocol")
                        && random.nextInt(4) < left);
        part.forEach(value -> {
            if (value.isArray()) {
                value.forEach(this::thin);
            }
        });
        // The roles of an object are what a record of role mappings names.
        boolean isNothing = kind.kind().equals("role-mappings")
                && part.path("realmRoles").isEmpty()
                && part.path("clientRoles").isEmpty();
        return isNothing ? record : part;
    }

    /** Without some fields of an element of a list, except those that name it. */
    private void thin(JsonNode element) {
        if (element instanceof ObjectNode object && random.nextInt(4) == 0) {
            object.properties().removeIf(field -> !OF_ELEMENTS.contains(field.getKey()) && random.nextInt(3) == 0);
        }
    }

    private ImportAnswer send(String parameters, List<ObjectNode> records) throws IOException {
        return realm.imports().post(kind.kind() + "?results=all&" + parameters, Records.lines(records));
    }

    private void compare(
            SortedMap<String, ObjectNode> before,
            List<ObjectNode> records,
            Map<String, String> changed,
            Map<String, ObjectNode> now,
            List<String> wrong)
            throws IOException {
        ImportAnswer verified = send("op=verify", records);
        SortedMap<Integer, String> found = verified.outcomes();
        SortedMap<Integer, String> overwritten =
                send("ifExists=overwrite&dryRun=true", records).outcomes();
        Map<Integer, JsonNode> lines = new TreeMap<>();
        verified.ofType("record").forEach(line -> lines.put(line.get("line").asInt(), line));
        int line = 0;
        for (String key : before.keySet()) {
            line++;
            String outcome = overwritten.get(line);
            if (EXPECTED.containsKey(outcome) && !EXPECTED.get(outcome).contains(found.get(line))) {
                wrong.add("%s %s\n  changed: %s\n  overwrite: %s, verify: %s\n  record: %s\n  now:    %s"
                        .formatted(
                                kind.kind(),
                                key,
                                changed.get(key),
                                outcome,
                                lines.getOrDefault(line, null),
                                records.get(line - 1),
                                now.get(key)));
            }
        }
    }
}
