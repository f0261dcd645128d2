// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The results as JSON. A missing figure is {@code null}, because JSON has no NaN. */
public final class BenchReport {

    private static final ObjectMapper JSON = new ObjectMapper()
            .registerModule(new SimpleModule()
                    .addSerializer(Double.class, new FiniteNumbers())
                    .addSerializer(Double.TYPE, new FiniteNumbers()));

    /** Properties that the build itself sets. */
    private static final Set<String> OF_THE_BUILD = Set.of("bench.hooks", "bench.buildStart", "bench.published");

    private BenchReport() {}

    static String json(Environment environment, BenchSettings settings, List<Measurement> all) throws IOException {
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("command", command());
        parts.put("environment", environment);
        parts.put("settings", settings);
        for (Measurement measurement : all) {
            parts.put(measurement.name(), measurement.result());
        }
        return json(parts);
    }

    /** The properties with which this process was started. */
    private static String command() {
        return System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("bench.") && !OF_THE_BUILD.contains(name))
                .sorted()
                .map(name -> " -D" + name + "=" + System.getProperty(name))
                .collect(Collectors.joining("", "./mvnw -Pbench", ""));
    }

    /** A JSON object with these parts. */
    public static String json(Map<String, ?> parts) throws IOException {
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(parts);
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
