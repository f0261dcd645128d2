// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.PropertyBindingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.keylift.request.Pointers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Reads request bodies strictly: an unknown field is an error, so that a misspelled field is never ignored silently.
 */
final class Body {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(
                    LogicalType.Textual,
                    texts -> texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .build();

    private static final String NOT_JSON = "The body is not valid JSON, or an object has the same field twice";

    private Body() {}

    /** The mapper for request bodies, for code that describes them. */
    static JsonMapper reader() {
        return JSON;
    }

    static <T> T read(InputStream body, Class<T> type) {
        ObjectReader reader = JSON.readerFor(type);
        try {
            T read = body == null ? null : reader.readValue(new StorableParser(JSON.createParser(body)));
            if (read == null) {
                throw new ApiError(ErrorCode.MALFORMED_JSON, "", "The body must be a JSON object").badRequest();
            }
            return read;
        } catch (PropertyBindingException e) {
            throw new ApiError(
                            ErrorCode.UNKNOWN_FIELD,
                            pointer(e),
                            "The object has no field \"" + e.getPropertyName() + "\" here")
                    .badRequest();
        } catch (StorableParser.UnstorableException e) {
            throw TextLimits.unstorable(e.pointer()).badRequest();
        } catch (JsonMappingException e) {
            throw fault(e).badRequest();
        } catch (JsonProcessingException e) {
            throw new ApiError(ErrorCode.MALFORMED_JSON, "", NOT_JSON).badRequest();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ApiError fault(JsonMappingException e) {
        if (e.getCause() instanceof StorableParser.UnstorableException unstorable) {
            return TextLimits.unstorable(unstorable.pointer());
        }
        if (e.getCause() instanceof JsonParseException) {
            return new ApiError(ErrorCode.MALFORMED_JSON, pointer(e), NOT_JSON);
        }
        return e.getPath().isEmpty()
                ? new ApiError(ErrorCode.MALFORMED_JSON, "", "The body must be a JSON object")
                : new ApiError(ErrorCode.WRONG_TYPE, pointer(e), "The value has the wrong type");
    }

    private static String pointer(JsonMappingException e) {
        String pointer = "";
        for (JsonMappingException.Reference reference : e.getPath()) {
            pointer = reference.getFieldName() == null
                    ? Pointers.to(pointer, reference.getIndex())
                    : Pointers.to(pointer, reference.getFieldName());
        }
        return pointer;
    }
}
