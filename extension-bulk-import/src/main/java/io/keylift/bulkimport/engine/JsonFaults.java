// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.PropertyBindingException;
import io.keylift.bulkimport.input.InputRecord.Fault;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.request.Pointers;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Faults of records that cannot be read, by Jackson's exceptions. Messages never repeat the record's text, which may be
 * a secret.
 */
final class JsonFaults {

    static final String NO_OBJECT = "A record must be a single JSON object";

    static final String ARRAY = NO_OBJECT + ". Send an array of records as `Content-Type: application/json`.";

    private static final String NO_JSON = "The record is not valid JSON";

    /** Number of leading bytes among which UTF-16 and UTF-32 have a zero if the text begins with an ASCII character. */
    private static final int LONGEST_UNIT = 4;

    private JsonFaults() {}

    /** Jackson also accepts other encodings of Unicode, and byte sequences that are not valid UTF-8. */
    static boolean isUtf8(byte[] json) {
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

    /** Whether a text begins as an array does. */
    static boolean isArray(byte[] json) {
        for (byte b : json) {
            if (b != ' ' && b != '\t' && b != '\n' && b != '\r') {
                return b == '[';
            }
        }
        return false;
    }

    /** @param kind kind of the record */
    static Fault of(Exception thrown, String kind) {
        if (thrown instanceof PropertyBindingException e) {
            return new Fault(
                    RejectCode.UNKNOWN_FIELD,
                    pointer(e),
                    "Records of kind " + kind + " have no field \"" + e.getPropertyName() + "\" here");
        }
        if (thrown instanceof MismatchedInputException e) {
            return mismatched(e);
        }
        if (thrown instanceof JsonMappingException e) {
            // A syntax error within a field is wrapped in another exception.
            return e.getCause() instanceof JsonProcessingException cause && !(cause instanceof InputCoercionException)
                    ? malformed(cause)
                    : new Fault(RejectCode.WRONG_TYPE, pointer(e), "The value has the wrong format");
        }
        return thrown instanceof JsonProcessingException e ? malformed(e) : malformed(NO_JSON);
    }

    private static Fault mismatched(MismatchedInputException e) {
        String pointer = pointer(e);
        if (pointer.isEmpty()) {
            return malformed(NO_OBJECT);
        }
        String type = e.getTargetType() == null ? "another type" : typeName(e.getTargetType());
        return new Fault(RejectCode.WRONG_TYPE, pointer, "The value must be " + type);
    }

    private static Fault malformed(JsonProcessingException e) {
        if (e instanceof StreamConstraintsException) {
            return malformed("The record has too many levels or a value that is too long");
        }
        if (isTwice(e) && e.getProcessor() instanceof JsonParser json) {
            JsonStreamContext object = json.getParsingContext();
            return new Fault(
                    RejectCode.MALFORMED_JSON,
                    object.pathAsPointer().toString(),
                    "An object has field \"" + object.getCurrentName() + "\" twice. Remove one of the two.");
        }
        return malformed(
                e.getLocation() == null
                        ? NO_JSON
                        : NO_JSON + ", near byte " + e.getLocation().getByteOffset() + " of the record");
    }

    private static boolean isTwice(JsonProcessingException e) {
        return e.getOriginalMessage() != null && e.getOriginalMessage().startsWith("Duplicate field");
    }

    /** Whether the text is JSON all the same: an object has a field twice, or too many levels. */
    static boolean leavesJson(Exception thrown) {
        Throwable e = thrown instanceof JsonMappingException && thrown.getCause() != null ? thrown.getCause() : thrown;
        return e instanceof StreamConstraintsException || e instanceof JsonProcessingException json && isTwice(json);
    }

    static Fault malformed(String message) {
        return new Fault(RejectCode.MALFORMED_JSON, "", message);
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

    private static String pointer(JsonMappingException e) {
        StringBuilder pointer = new StringBuilder();
        for (JsonMappingException.Reference step : e.getPath()) {
            String name = step.getFieldName() == null ? String.valueOf(step.getIndex()) : step.getFieldName();
            pointer.append('/').append(Pointers.escape(name));
        }
        return pointer.toString();
    }
}
