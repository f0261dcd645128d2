// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Records for tests, read from the files in {@code src/test/resources/io/keylift/it/imports/support}. Their notation is
 * that of {@code README.md} there: JSON with names without quotes and texts in single quotes, {@code #} comments,
 * {@code ⟨x×300⟩} for {@code x} written 300 times, {@code <realm>} for the name of the realm, and
 * {@code <flow:browser>}, {@code <user:ada>} and {@code <client:shop>} for ids in that realm.
 */
public final class Records {

    private static final JsonMapper RELAXED = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
            .build();
    private static final Pattern REPEATED = Pattern.compile("⟨(.+?)×(\\d+)⟩");
    private static final Pattern ID = Pattern.compile("<(flow|user|client):([^>]+)>");

    private Records() {}

    /** The records of a file, one a line. */
    public static List<ObjectNode> read(String resource) {
        return lines(resource).stream().map(Records::json).toList();
    }

    /** The lines of a file without comments and empty lines, with repetitions written out. */
    public static List<String> lines(String resource) {
        try (InputStream in = Records.class.getResourceAsStream(resource);
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> REPEATED.matcher(line)
                            .replaceAll(found ->
                                    Matcher.quoteReplacement(found.group(1).repeat(Integer.parseInt(found.group(2))))))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static ObjectNode json(String text) {
        try {
            return (ObjectNode) RELAXED.readTree(text);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(text, e);
        }
    }

    /**
     * The records for one realm: replaces {@code <realm>} by its name, and {@code <flow:…>}, {@code <user:…>} and
     * {@code <client:…>} by ids of the realm.
     */
    public static List<ObjectNode> of(TwinRealm realm, List<ObjectNode> records) {
        return records.stream()
                .map(record -> json(ID.matcher(record.toString().replace("<realm>", realm.name()))
                        .replaceAll(id -> realm.id(id.group(1), id.group(2)))))
                .toList();
    }

    public static String lines(List<? extends JsonNode> records) {
        return records.stream().map(record -> record + "\n").collect(Collectors.joining());
    }

    /** As many records, each field of which comes from one of the examples that have it, or is left out. */
    public static List<ObjectNode> combinations(List<ObjectNode> examples, String key, int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> fields = examples.stream()
                .flatMap(example -> example.properties().stream().map(field -> field.getKey()))
                .distinct()
                .toList();
        return IntStream.range(0, count)
                .mapToObj(i -> combination(examples, key, i, fields, random))
                .toList();
    }

    private static ObjectNode combination(
            List<ObjectNode> examples, String key, int index, List<String> fields, SplittableRandom random) {
        ObjectNode record = RELAXED.createObjectNode();
        for (String field : fields) {
            List<ObjectNode> having =
                    examples.stream().filter(example -> example.has(field)).toList();
            if (random.nextBoolean()) {
                record.set(
                        field,
                        having.get(random.nextInt(having.size())).get(field).deepCopy());
            }
        }
        // Unique fields get the number of the record.
        String name = "mixed-" + index;
        record.put(key, name);
        if (record.hasNonNull("email")) {
            record.put("email", name + "@example.org");
        }
        if (record.hasNonNull("alias")) {
            record.put("alias", name);
        }
        record.remove("id");
        for (JsonNode domain : record.path("domains")) {
            if (domain.path("name").asText().matches("[^*]+")) {
                ((ObjectNode) domain)
                        .put("name", name + "." + domain.get("name").asText());
            }
        }
        record.path("federatedIdentities").forEach(identity -> ((ObjectNode) identity).put("userId", name));
        record.path("credentials").forEach(credential -> ((ObjectNode) credential).remove("id"));
        return record;
    }
}
