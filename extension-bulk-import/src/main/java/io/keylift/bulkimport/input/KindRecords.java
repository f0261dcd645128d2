// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Reads records of several kinds: each line is an object with the name of a kind and a record, {@code {"kind": …,
 * "record": …}}, and may say what to do if its object exists, {@code "ifExists": …}. The record itself is not parsed,
 * so that only its kind decides whether it is valid.
 */
public final class KindRecords implements RecordReader {

    private static final String KIND = "kind";
    private static final String RECORD = "record";
    private static final String IF_EXISTS = "ifExists";
    private static final List<String> POLICIES = List.of("fail", "skip", "overwrite", "merge");
    private static final String MALFORMED = "malformed_json";
    private static final String WRONG_TYPE = "wrong_type";
    private static final String NO_LINE = "A line must be a single JSON object with `kind` and `record`";
    private static final String ARRAY =
            NO_LINE + ". Send an array of such objects as `Content-Type: application/json`.";

    /** Number of leading bytes among which UTF-16 and UTF-32 have a zero if the text begins with an ASCII character. */
    private static final int LONGEST_UNIT = 4;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final RecordReader lines;
    private final Predicate<String> kinds;

    /** @param kinds tests whether a name is that of a known kind */
    public KindRecords(RecordReader lines, Predicate<String> kinds) {
        this.lines = lines;
        this.kinds = kinds;
    }

    @Override
    public InputRecord next() throws IOException {
        InputRecord line = lines.next();
        return line == null ? null : read(line, kinds);
    }

    /** The record of a line; a fault of the line if it names no kind that is known. */
    public static InputRecord read(InputRecord line, Predicate<String> kinds) {
        if (line.fault() != null) {
            return line;
        }
        byte[] bytes = line.json();
        for (int i = 0; i < Math.min(bytes.length, LONGEST_UNIT); i++) {
            if (bytes[i] == 0) {
                return line.refused(MALFORMED, "", "The record is not valid UTF-8. Convert the input to UTF-8.");
            }
        }
        try (JsonParser json = JSON.createParser(bytes)) {
            return read(line, json, kinds);
        } catch (FaultException e) {
            return line.refused(e.code, e.pointer, e.getMessage());
        } catch (StreamConstraintsException e) {
            return line.refused(MALFORMED, "", "The line has too many levels or a value that is too long");
        } catch (IOException | RuntimeException e) {
            return line.refused(MALFORMED, "", "The line is not valid JSON");
        }
    }

    private static InputRecord read(InputRecord line, JsonParser json, Predicate<String> kinds) throws IOException {
        JsonToken first = json.nextToken();
        if (first != JsonToken.START_OBJECT) {
            throw new FaultException(MALFORMED, "", first == JsonToken.START_ARRAY ? ARRAY : NO_LINE);
        }
        String kind = null;
        byte[] record = null;
        String ifExists = null;
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            if (name.equals(KIND)) {
                kind = once(KIND, kind, text(KIND, json, value));
            } else if (name.equals(RECORD)) {
                record = once(RECORD, record, record(line.json(), json, value));
            } else if (name.equals(IF_EXISTS)) {
                ifExists = once(IF_EXISTS, ifExists, text(IF_EXISTS, json, value));
            } else {
                throw new FaultException(
                        "unknown_field",
                        "/" + name.replace("~", "~0").replace("/", "~1"),
                        "A line has only the fields `kind`, `record` and `ifExists`. Send records of one kind to the"
                                + " path of the kind, and a document of Keycloak as `application/json`. Of an array of"
                                + " realms, send one realm without the brackets.");
            }
        }
        if (json.nextToken() != null) {
            throw new FaultException(MALFORMED, "", NO_LINE);
        }
        if (kind == null) {
            throw missing(KIND);
        }
        if (!kinds.test(kind)) {
            throw new FaultException("unknown_kind", "/" + KIND, "The server has no such operation for this kind");
        }
        if (record == null) {
            throw missing(RECORD);
        }
        if (ifExists != null && !POLICIES.contains(ifExists)) {
            throw new FaultException(
                    "invalid", "/" + IF_EXISTS, "The value must be `fail`, `skip`, `overwrite` or `merge`");
        }
        return line.ofKind(kind, record, ifExists);
    }

    private static String text(String field, JsonParser json, JsonToken value) throws IOException {
        if (value != JsonToken.VALUE_STRING) {
            throw new FaultException(WRONG_TYPE, "/" + field, "The value must be a string");
        }
        return json.getText();
    }

    private static byte[] record(byte[] line, JsonParser json, JsonToken value) throws IOException {
        if (value != JsonToken.START_OBJECT) {
            throw new FaultException(WRONG_TYPE, "/" + RECORD, "The value must be an object");
        }
        int from = (int) json.currentLocation().getByteOffset() - 1;
        json.skipChildren();
        return Arrays.copyOfRange(line, from, (int) json.currentLocation().getByteOffset());
    }

    private static <T> T once(String field, T before, T value) {
        if (before != null) {
            throw new FaultException(
                    MALFORMED, "/" + field, "The line has field `" + field + "` twice. Remove one of the two.");
        }
        return value;
    }

    private static FaultException missing(String field) {
        return new FaultException("missing", "/" + field, "The line has no `" + field + "`");
    }

    @Override
    public long bytesRead() {
        return lines.bytesRead();
    }

    @Override
    public Map<String, Integer> fields() {
        return lines.fields();
    }

    @Override
    public List<InputWarning> warnings() {
        return lines.warnings();
    }

    @Override
    public Fingerprint fingerprint() {
        return lines.fingerprint();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    /** Why a line cannot be used. */
    private static final class FaultException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String code;
        private final String pointer;

        FaultException(String code, String pointer, String message) {
            super(message, null, false, false);
            this.code = code;
            this.pointer = pointer;
        }
    }
}
