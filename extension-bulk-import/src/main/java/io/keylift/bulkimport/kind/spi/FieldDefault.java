// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Objects;

/**
 * The value of a field in a new object whose record leaves the field out.
 *
 * @param source where the value comes from
 * @param value the value if the source is {@link Source#CONSTANT}; otherwise JSON's {@code null}
 * @param note Markdown for the table of fields, which no code reads; {@code null} to render the other components
 */
public record FieldDefault(Source source, JsonNode value, String note) {

    /** The field has no value. */
    public static final FieldDefault NONE = new FieldDefault(Source.NONE, NullNode.instance, null);

    /** A new object requires the field. */
    public static final FieldDefault REQUIRED = new FieldDefault(Source.REQUIRED, NullNode.instance, null);

    /** Origin of a default. */
    public enum Source {
        /** The field has no value. */
        NONE,
        /** Each object has this value. */
        CONSTANT,
        /** The value follows from other fields, the realm or the server. */
        COMPUTED,
        /** There is no default: the import rejects the record. */
        REQUIRED
    }

    public FieldDefault {
        Objects.requireNonNull(value);
        if ((source == Source.CONSTANT) == value.isNull()) {
            throw new IllegalArgumentException("A constant has a value, and nothing else has one: " + source);
        }
        if (source == Source.COMPUTED && note == null) {
            throw new IllegalArgumentException("A computed default requires a note");
        }
    }

    /** A constant default of any type. */
    public static FieldDefault of(JsonNode value) {
        return new FieldDefault(Source.CONSTANT, value, null);
    }

    /** A constant text. */
    public static FieldDefault of(String value) {
        return of(TextNode.valueOf(value));
    }

    /** A constant truth value. */
    public static FieldDefault of(boolean value) {
        return of(BooleanNode.valueOf(value));
    }

    /** A constant number. */
    public static FieldDefault of(int value) {
        return of(IntNode.valueOf(value));
    }

    /** @param note Markdown that describes the value */
    public static FieldDefault computed(String note) {
        return new FieldDefault(Source.COMPUTED, NullNode.instance, note);
    }

    /** Returns this default with a note for the table of fields. */
    public FieldDefault noted(String words) {
        return new FieldDefault(source, value, words);
    }
}
