// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import io.keylift.bulkimport.rows.StorableText;
import java.io.IOException;

/** Reads only texts, names of fields included, that the database can store. */
final class StorableParser extends JsonParserDelegate {

    /** A text that no database can store. */
    @SuppressWarnings("serial") // never serialized
    static final class UnstorableException extends JsonParseException {

        private final String pointer;

        UnstorableException(JsonParser parser, String pointer) {
            super(parser, "unstorable text");
            this.pointer = pointer;
        }

        /** JSON pointer to the value, or to the object with such a name of a field. */
        String pointer() {
            return pointer;
        }
    }

    StorableParser(JsonParser parser) {
        super(parser);
    }

    @Override
    public JsonToken nextToken() throws IOException {
        JsonToken token = super.nextToken();
        if (token == JsonToken.FIELD_NAME && !StorableText.test(currentName())) {
            throw new UnstorableException(
                    delegate, getParsingContext().getParent().pathAsPointer().toString());
        }
        if (token == JsonToken.VALUE_STRING && !StorableText.test(getText())) {
            throw new UnstorableException(
                    delegate, getParsingContext().pathAsPointer().toString());
        }
        return token;
    }
}
