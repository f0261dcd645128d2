// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.PropertyBindingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.RecordJson;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.request.Pointers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses records into the class of their kind. Any error becomes the record's reject. Messages never repeat the
 * record's text, because it may be a secret.
 */
final class RecordParser<R> {

    /** Deep enough for every representation of Keycloak, shallow enough for every stack. */
    private static final int MAX_DEPTH = 50;

    /** Number of leading bytes among which UTF-16 and UTF-32 have a zero if the text begins with an ASCII character. */
    private static final int LONGEST_UNIT = 4;

    private final String kind;
    private final String keyField;
    private final RecordOperation<R, ?> operation;
    private final GivenIdFields ids;
    private final IdMode mode;
    private final ObjectReader reader;

    /** @param operation what is done with the records, by what the kind has for it */
    RecordParser(ImportKind<R, ?> kind, Operation operation, GivenIdFields ids, IdMode mode, int maxRecordBytes) {
        this(kind, Operations.of(kind, operation), ids, mode, maxRecordBytes);
    }

    /**
     * @param ids ids that records give
     * @param mode what is read of them
     */
    RecordParser(
            ImportKind<R, ?> kind,
            RecordOperation<R, ?> operation,
            GivenIdFields ids,
            IdMode mode,
            int maxRecordBytes) {
        this(kind.getId(), kind.info().recordType(), kind.info().keyField(), operation, ids, mode, maxRecordBytes);
    }

    RecordParser(
            String kind,
            Class<R> type,
            String keyField,
            RecordOperation<R, ?> operation,
            GivenIdFields ids,
            IdMode mode,
            int maxRecordBytes) {
        this.kind = kind;
        this.keyField = keyField;
        this.ids = ids;
        this.mode = mode;
        this.operation = operation;
        JsonFactory factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxStringLength(maxRecordBytes)
                        .build())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
        this.reader = RecordJson.mapper(factory).readerFor(type);
    }

    /** What is read of the ids that records give. */
    IdMode mode() {
        return mode;
    }

    List<Item<R>> parse(Chunk chunk) {
        List<Item<R>> items = new ArrayList<>(chunk.records().size());
        for (InputRecord input : chunk.records()) {
            items.add(parse(input));
        }
        return items;
    }

    Item<R> parse(InputRecord input) {
        if (input.fault() != null) {
            InputRecord.Fault fault = input.fault();
            return rejected(input, null, fault.code(), fault.pointer(), fault.message());
        }
        if (!isUtf8(input.json())) {
            return malformed(input, "The record is not valid UTF-8");
        }
        try (JsonParser json = reader.createParser(input.json())) {
            List<String> givenIds = new ArrayList<>(0);
            R record = operation.fields().isEmpty() ? read(json, givenIds) : readFields(json);
            // Jackson's own check for trailing tokens breaks deserializers that read a part of the record as a tree.
            if (json.nextToken() != null) {
                return rejected(input, RejectCode.MALFORMED_JSON, "", "A record must be a single JSON object");
            }
            if (record == null) {
                return malformed(input, "The record must be a JSON object, not null");
            }
            Item<R> item = new Item<>(input.line(), input.fileLine(), record, operation.key(record));
            item.nameKind(input.kind());
            item.giveIds(givenIds);
            return item;
        } catch (PropertyBindingException e) {
            return rejected(
                    input,
                    RejectCode.UNKNOWN_FIELD,
                    pointer(e),
                    "Records of kind " + kind + " have no field \"" + e.getPropertyName() + "\" here");
        } catch (MismatchedInputException e) {
            return mismatched(input, e);
        } catch (JsonMappingException e) {
            // A syntax error within a field is wrapped in another exception.
            return e.getCause() instanceof JsonProcessingException cause && !(cause instanceof InputCoercionException)
                    ? malformed(input, cause)
                    : rejected(input, RejectCode.WRONG_TYPE, pointer(e), "The value has the wrong format");
        } catch (JsonProcessingException e) {
            return malformed(input, e);
        } catch (IOException | RuntimeException e) {
            return malformed(input, "The record is not valid JSON");
        }
    }

    /** @param givenIds gets the ids of the record that others may give, too */
    private R read(JsonParser json, List<String> givenIds) throws IOException {
        if (mode == IdMode.STRICT || ids.isEmpty()) {
            return reader.readValue(json);
        }
        JsonNode record = reader.readTree(json);
        if (mode == IdMode.IGNORE) {
            ids.removeFrom(record);
        } else {
            givenIds.addAll(ids.of(record));
        }
        return reader.readValue(record);
    }

    private R readFields(JsonParser json) throws IOException {
        JsonNode record = reader.readTree(json);
        if (record instanceof ObjectNode fields) {
            fields.retain(operation.fields());
        }
        return reader.readValue(record);
    }

    /** Jackson also accepts other encodings of Unicode, and byte sequences that are not valid UTF-8. */
    private static boolean isUtf8(byte[] json) {
        for (int i = 0; i < Math.min(json.length, LONGEST_UNIT); i++) {
            if (json[i] == 0) {
                return false;
            }
        }
        int all = 0;
        for (byte b : json) {
            all |= b;
        }
        try {
            return all >= 0 || StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json)) != null;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private Item<R> mismatched(InputRecord input, MismatchedInputException e) {
        String pointer = pointer(e);
        if (pointer.isEmpty()) {
            return malformed(input, "A record must be a single JSON object");
        }
        String type = e.getTargetType() == null ? "another type" : typeName(e.getTargetType());
        return rejected(input, RejectCode.WRONG_TYPE, pointer, "The value must be " + type);
    }

    private Item<R> malformed(InputRecord input, JsonProcessingException e) {
        if (e instanceof StreamConstraintsException) {
            return malformed(input, "The record has too many levels or a value that is too long");
        }
        boolean twice = e.getOriginalMessage() != null && e.getOriginalMessage().startsWith("Duplicate field");
        String what = twice ? "An object has the same field twice" : "The record is not valid JSON";
        return malformed(
                input,
                e.getLocation() == null
                        ? what
                        : what + ", near byte " + e.getLocation().getByteOffset());
    }

    private Item<R> malformed(InputRecord input, String message) {
        return rejected(input, null, RejectCode.MALFORMED_JSON, "", message);
    }

    private static String typeName(Class<?> type) {
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        if (Number.class.isAssignableFrom(type) || (type.isPrimitive() && type != char.class)) {
            return "a number";
        }
        if (type == String.class) {
            return "a string";
        }
        if (type.isEnum()) {
            return "one of " + List.of(type.getEnumConstants());
        }
        if (Iterable.class.isAssignableFrom(type) || type.isArray()) {
            return "an array";
        }
        return "an object";
    }

    private Item<R> rejected(InputRecord input, String code, String pointer, String message) {
        return rejected(input, keyOf(input), code, pointer, message);
    }

    private static <R> Item<R> rejected(InputRecord input, String key, String code, String pointer, String message) {
        Item<R> item = new Item<>(input.line(), input.fileLine(), null, key);
        item.nameKind(input.kind());
        item.reject(code, pointer, message);
        return item;
    }

    /**
     * The key of a record that is JSON but does not fit the kind's class, so that its reject can be found in the
     * source.
     */
    private String keyOf(InputRecord input) {
        try {
            JsonNode key = reader.readTree(input.json()).path(keyField);
            return key.isTextual() ? key.textValue() : null;
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    private static String pointer(JsonMappingException e) {
        StringBuilder pointer = new StringBuilder();
        for (JsonMappingException.Reference step : e.getPath()) {
            String name = step.getFieldName() == null ? String.valueOf(step.getIndex()) : step.getFieldName();
            pointer.append('/').append(Pointers.escape(name));
        }
        return pointer.toString();
    }
}
