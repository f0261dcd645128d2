// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.ArrayList;
import java.util.List;

/** A kind as the server describes it. */
public record KindDescription(String name, JsonNode json, Schema validator) {

    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    public static List<KindDescription> all(ImportClient client) {
        List<KindDescription> kinds = new ArrayList<>();
        for (JsonNode kind : client.admin().get(client.path("kinds"))) {
            kinds.add(new KindDescription(kind.get("kind").asText(), kind, REGISTRY.getSchema(kind.get("schema"))));
        }
        return kinds;
    }

    public JsonNode schema() {
        return json.get("schema");
    }

    public List<ObjectNode> examples() {
        List<ObjectNode> examples = new ArrayList<>();
        schema().path("examples").forEach(example -> examples.add((ObjectNode) example));
        return examples;
    }

    /** The faults of a record. */
    public List<Error> faults(JsonNode record) {
        return validator.validate(record);
    }

    /** The faults of the schema itself. */
    public List<Error> schemaFaults() {
        return REGISTRY.getSchema(SchemaLocation.of(schema().get("$schema").asText()))
                .validate(schema());
    }

    @Override
    public String toString() {
        return name;
    }
}
