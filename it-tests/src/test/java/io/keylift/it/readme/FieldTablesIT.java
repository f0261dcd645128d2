// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The server treats each field as the field tables say: a field that a record leaves out, and a list with fewer items
 * than are stored. The test reads the outcome: a record that changes nothing is skipped.
 */
@OnSharedServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FieldTablesIT {

    private static final String REALM = "field-tables";

    private static final Pattern VALUE = Pattern.compile("none|\\**`([^`]+)`(?:: [^`]*)?");

    private AdminHttp admin;
    private Documentation docs;

    /**
     * For each kind a record with other values than those of a new object, and at least two in each list; or several
     * such records, if no record can have all fields.
     */
    private JsonNode fullRecords;

    /** A record without a field, or with less in it, and the outcome of its import. */
    private record Less(String field, ObjectNode record, String outcome) {}

    @BeforeAll
    void prepare(SharedServer server) throws IOException {
        admin = server.admin();
        docs = Documentation.read();
        try (InputStream in = FieldTablesIT.class.getResourceAsStream("full-records.json")) {
            fullRecords = AdminHttp.JSON.readTree(in);
        }
        TestRealms.create(admin, Map.of("realm", REALM, "enabled", true, "organizationsEnabled", true));
        ObjectNode profile = (ObjectNode) admin.get("/admin/realms/" + REALM + "/users/profile");
        admin.put("/admin/realms/" + REALM + "/users/profile", profile.put("unmanagedAttributePolicy", "ENABLED"));
        admin.post("/admin/realms/" + REALM + "/identity-provider/instances", json("""
                {"alias": "social", "providerId": "oidc", "config": {"clientId": "acme", "clientSecret": "secret",
                 "authorizationUrl": "https://social.example/auth", "tokenUrl": "https://social.example/token"}}"""));
        added("groups", "{\"path\": \"/one\"}", "{\"path\": \"/two\"}");
        added("organizations", "{\"name\": \"one\"}", "{\"name\": \"two\"}");
        added("users", "{\"username\": \"member\"}");
        added("clients", """
                {"clientId": "protected", "serviceAccountsEnabled": true, "authorizationServicesEnabled": true}""");
        added(
                "resources",
                "{\"client\": \"protected\", \"name\": \"one\", \"scopes\": [\"one\", \"two\"]}",
                "{\"client\": \"protected\", \"name\": \"two\"}");
        added(
                "policies",
                "{\"client\": \"protected\", \"name\": \"one\", \"type\": \"role\"}",
                "{\"client\": \"protected\", \"name\": \"two\", \"type\": \"role\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "users",
                "organizations",
                "departments",
                "groups",
                "identity-providers",
                "organization-members",
                "roles",
                "client-scopes",
                "clients",
                "scopes",
                "resources",
                "policies",
                "permissions",
                "capabilities",
                "capability-sets"
            })
    void everyFieldIsTreatedAsItsTableSays(String kind) {
        JsonNode records = fullRecords.get(kind);
        List<List<String>> table = table(kind);
        for (JsonNode record : records.isArray() ? records : List.of(records)) {
            everyFieldIsTreated(kind, (ObjectNode) record, table);
        }
    }

    private void everyFieldIsTreated(String kind, ObjectNode record, List<List<String>> table) {
        List<Less> overwritten = new ArrayList<>();
        List<Less> merged = new ArrayList<>();
        for (List<String> row : table) {
            String field = row.get(0).replace("`", "");
            String overwrite = row.get(2);
            String merge = row.get(3);
            if (record.has(field) && overwrite.contains("absent: ")) {
                ObjectNode without = record.deepCopy().without(field);
                overwritten.add(new Less(field, without, ofAbsent(overwrite, field)));
                merged.add(new Less(field, without, merge.contains("absent: rejected") ? "rejected" : "skipped"));
                ObjectNode reduced = reduced(record, field);
                if (reduced != null) {
                    overwritten.add(new Less(field, reduced, overwrite.contains("by name") ? "skipped" : "updated"));
                    merged.add(new Less(field, reduced, "skipped"));
                }
            }
        }
        assertThat(overwritten).hasSizeGreaterThanOrEqualTo(record.size() / 2);

        assertThat(send(kind, "fail", List.of(record)).values()).containsExactly("added");
        assertThat(send(kind, "overwrite", List.of(record)).values())
                .as("the same record again")
                .containsExactly("skipped");
        assertThat(outcomes(kind, "merge", record, merged)).as("merge").isEqualTo(wanted(merged));
        assertThat(outcomes(kind, "overwrite", record, overwritten))
                .as("overwrite")
                .isEqualTo(wanted(overwritten));
    }

    /** Of the first column those that are a value, or say that there is none. */
    @ParameterizedTest
    @CsvSource({
        "users, username, users?exact=true&username=",
        "organizations, name, organizations?exact=true&briefRepresentation=false&search=",
        "clients, clientId, clients?clientId="
    })
    void aNewObjectHasWhatTheTableSays(String kind, String key, String search) {
        added(kind, "{\"" + key + "\": \"bare\"}");
        JsonNode bare =
                admin.get("/admin/realms/" + REALM + "/" + search + "bare").get(0);
        SortedMap<String, String> wanted = new TreeMap<>();
        SortedMap<String, String> found = new TreeMap<>();
        for (List<String> row : table(kind)) {
            Matcher value = VALUE.matcher(row.get(1));
            if (value.matches()) {
                String field = row.get(0).replace("`", "");
                String has = value.group(1) == null ? "" : value.group(1);
                wanted.put(field, has);
                // Keycloak shows some fields only if they are true.
                found.put(field, bare.path(field).asText(has.equals("false") ? has : ""));
            }
        }
        assertThat(wanted).hasSizeGreaterThan(4);
        assertThat(found).isEqualTo(wanted);
    }

    @Test
    void withoutAttributesOverwritingAUserKeepsNamesAndAddress() {
        added("users", """
                {"username": "named", "email": "named@acme.example", "firstName": "Named", "lastName": "User"}""");

        assertThat(send("users", "overwrite", List.of(json("{\"username\": \"named\"}")))
                        .values())
                .containsExactly("skipped");
    }

    private List<List<String>> table(String kind) {
        String begin = "<!-- fields of " + kind + " -->";
        return docs.pageWith(begin).tableBelow(begin);
    }

    private static String ofAbsent(String overwrite, String field) {
        String absent = overwrite.substring(overwrite.indexOf("absent: ") + "absent: ".length());
        if (absent.startsWith("unchanged")) {
            return "skipped";
        }
        if (absent.startsWith("**reset")) {
            return "updated";
        }
        assertThat(absent).as(field).startsWith("rejected");
        return "rejected";
    }

    /** The record with the first of the values of a field, or {@code null} if there are not several. */
    private static ObjectNode reduced(ObjectNode record, String field) {
        ObjectNode reduced = record.deepCopy();
        JsonNode values = reduced.get(field);
        if (values.isObject() && values.size() == 1) {
            values = values.iterator().next();
        }
        if (values.size() < 2) {
            return null;
        }
        if (values instanceof ArrayNode list) {
            list.remove(1);
        } else if (values instanceof ObjectNode object) {
            object.retain(object.fieldNames().next());
        }
        return reduced;
    }

    private static SortedMap<String, String> wanted(List<Less> records) {
        SortedMap<String, String> wanted = new TreeMap<>();
        for (int i = 0; i < records.size(); i++) {
            wanted.put(i + " " + records.get(i).field(), records.get(i).outcome());
        }
        return wanted;
    }

    /** Sends each record, and behind it the whole one, which restores what it has changed. */
    private SortedMap<String, String> outcomes(String kind, String ifExists, ObjectNode whole, List<Less> records) {
        List<ObjectNode> lines = new ArrayList<>();
        for (Less record : records) {
            lines.add(record.record());
            lines.add(whole);
        }
        SortedMap<Integer, String> answer = send(kind, ifExists, lines);
        SortedMap<String, String> outcomes = new TreeMap<>();
        for (int i = 0; i < records.size(); i++) {
            outcomes.put(i + " " + records.get(i).field(), answer.get(2 * i + 1));
        }
        return outcomes;
    }

    private void added(String kind, String... records) {
        List<ObjectNode> lines = new ArrayList<>();
        for (String record : records) {
            lines.add(json(record));
        }
        assertThat(send(kind, "fail", lines).values()).containsOnly("added");
    }

    /** The outcomes by the numbers of the records, from 1. */
    private SortedMap<Integer, String> send(String kind, String ifExists, List<ObjectNode> records) {
        String query = "?chunkSize=1&parallelism=1&results=all&ifExists=" + ifExists;
        String answer = admin.send("POST", "/admin/realms/" + REALM + "/bulk-import/" + kind + query, records)
                .body();
        SortedMap<Integer, String> outcomes = new TreeMap<>();
        for (String text : answer.split("\n")) {
            JsonNode line = json(text);
            switch (line.path("type").asText()) {
                case "record" ->
                    outcomes.put(line.get("line").asInt(), line.get("outcome").asText());
                case "reject" -> outcomes.put(line.get("line").asInt(), "rejected");
                default -> {}
            }
        }
        assertThat(outcomes).as(answer).hasSameSizeAs(records);
        return outcomes;
    }

    private static ObjectNode json(String text) {
        try {
            return (ObjectNode) AdminHttp.JSON.readTree(text);
        } catch (IOException e) {
            throw new AssertionError("Not JSON: " + text, e);
        }
    }
}
