// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.util.List;

/** What was measured as JSON. A figure that there is not is {@code null}, since JSON has no number for it. */
final class BenchReport {

    private static final ObjectMapper JSON = new ObjectMapper()
            .registerModule(new SimpleModule()
                    .addSerializer(Double.class, new FiniteNumbers())
                    .addSerializer(Double.TYPE, new FiniteNumbers()));

    private BenchReport() {}

    static String json(Environment environment, BenchSettings settings, List<Measurement> all) throws IOException {
        ObjectNode root = JSON.createObjectNode();
        root.set("environment", JSON.valueToTree(environment));
        root.set("settings", JSON.valueToTree(settings));
        for (Measurement measurement : all) {
            root.set(measurement.name(), JSON.valueToTree(measurement.result()));
        }
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root);
    }

    private static final class FiniteNumbers extends StdSerializer<Double> {

        private static final long serialVersionUID = 1L;

        FiniteNumbers() {
            super(Double.class);
        }

        @Override
        public void serialize(Double value, JsonGenerator json, SerializerProvider provider) throws IOException {
            if (Double.isFinite(value)) {
                json.writeNumber(value);
            } else {
                json.writeNull();
            }
        }
    }
}
