// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.regex.Pattern;

/**
 * Beginning of a file, which decides how to read it.
 *
 * @param whole whether the file ends within it
 */
record Head(byte[] bytes, boolean whole, Encoding encoding, String text, Container container) {

    /** As long as the first records of any export. The stream must be able to go back as far. */
    static final int LENGTH = 1 << 18;

    private static final Pattern LDIF = Pattern.compile(
            "(?:(?:#[^\n]*\n(?: [^\n]*\n)*)|\\s*\n)*+(?:version\\s*:\\s*\\d+\\s*\n|dn\\s*::?).*", Pattern.DOTALL);

    private static final Pattern PARAMETERS = Pattern.compile("\\s*hash_config\\s*\\{.*", Pattern.DOTALL);

    static Head of(InputStream in, Charset declared) throws IOException {
        in.mark(LENGTH + 1);
        byte[] bytes = in.readNBytes(LENGTH);
        in.reset();
        Encoding encoding = Encoding.of(bytes, declared);
        String text = encoding.text(bytes);
        return new Head(bytes, bytes.length < LENGTH, encoding, text, container(text));
    }

    private static Container container(String text) {
        String stripped = text.stripLeading();
        if (stripped.startsWith("{")) {
            return isLines(stripped) ? Container.NDJSON : Container.JSON;
        }
        if (stripped.startsWith("[")) {
            return Container.JSON;
        }
        String lines = text.replace("\r\n", "\n");
        if (PARAMETERS.matcher(lines).matches()) {
            return Container.PARAMETERS;
        }
        return LDIF.matcher(lines).matches() ? Container.LDIF : Container.CSV;
    }

    /** Whether the first line is a JSON object by itself. */
    private static boolean isLines(String text) {
        int end = text.indexOf('\n');
        String line = end < 0 ? text : text.substring(0, end);
        try (JsonParser parser = Nodes.INPUT.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            parser.skipChildren();
            return parser.currentToken() == JsonToken.END_OBJECT && parser.nextToken() == null;
        } catch (IOException e) {
            return false;
        }
    }
}
