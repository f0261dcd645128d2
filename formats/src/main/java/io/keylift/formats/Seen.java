// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/** An object of an input that knows which of its fields a mapping has looked at. */
@SuppressWarnings("unchecked") // deepCopy() of Jackson
final class Seen extends ObjectNode {

    private static final long serialVersionUID = 1L;

    private final transient Set<String> names = new HashSet<>();

    private boolean all;

    Seen(JsonNodeFactory factory) {
        super(factory);
    }

    /** Whether a mapping has looked at the field, at all fields, or carried the object as a whole. */
    boolean looked(String name) {
        return all || names.contains(name);
    }

    /** All fields, for the report. */
    Set<Map.Entry<String, JsonNode>> peek() {
        return super.properties();
    }

    @Override
    public JsonNode get(String name) {
        if (!all) {
            names.add(name);
        }
        return super.get(name);
    }

    @Override
    @Deprecated
    public Iterator<Map.Entry<String, JsonNode>> fields() {
        all = true;
        return super.fields();
    }

    @Override
    public Set<Map.Entry<String, JsonNode>> properties() {
        all = true;
        return super.properties();
    }

    @Override
    public Iterator<JsonNode> elements() {
        all = true;
        return super.elements();
    }

    @Override
    public void serialize(JsonGenerator generator, SerializerProvider provider) throws IOException {
        all = true;
        super.serialize(generator, provider);
    }

    static final class Factory extends JsonNodeFactory {

        private static final long serialVersionUID = 1L;

        @Override
        public ObjectNode objectNode() {
            return new Seen(this);
        }
    }
}
