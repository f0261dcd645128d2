// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;

/** Formats of a body. A UTF-8 byte order mark at the beginning of a text is dropped. */
public enum InputFormat {
    /** One JSON text per line; blank lines and those that tell of an export are not records but count as lines. */
    NDJSON {
        @Override
        Splitter split(ByteSource source, InputLimits limits, Documents documents) throws IOException {
            NdjsonShape.require(source);
            return new NdjsonSplitter(source, limits);
        }
    },
    /** The elements of one array, or one object if it can be read as a document. */
    JSON_ARRAY {
        @Override
        Splitter split(ByteSource source, InputLimits limits, Documents documents) throws IOException {
            return documents != null && source.skipWhitespace() == '{'
                    ? documents.read(source.rest(), limits)
                    : new JsonArraySplitter(source, limits);
        }
    },
    /** RFC 4180 in UTF-8 with a header row that says where each cell goes in the record's JSON. */
    CSV {
        @Override
        Splitter split(ByteSource source, InputLimits limits, Documents documents) throws IOException {
            return new CsvSplitter(source, limits);
        }
    },
    /** Documents in a ZIP archive. Only where documents can be read. */
    ZIP {
        @Override
        void begin(ByteSource source) {
            // No text.
        }

        @Override
        Splitter split(ByteSource source, InputLimits limits, Documents documents) throws IOException {
            return documents.readArchive(source.rest(), limits);
        }
    };

    /** The format of a media type given without its parameters; case does not matter. Empty if it is not supported. */
    public static Optional<InputFormat> ofMediaType(String type, String subtype) {
        return switch ((type + "/" + subtype).toLowerCase(Locale.ROOT)) {
            case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/json-lines" ->
                Optional.of(NDJSON);
            case "application/json" -> Optional.of(JSON_ARRAY);
            case "text/csv" -> Optional.of(CSV);
            case "application/zip", "application/x-zip-compressed" -> Optional.of(ZIP);
            default -> Optional.empty();
        };
    }

    /** Opens a body that cannot be a document. */
    public RecordReader open(InputStream body, boolean gzip, InputLimits limits) throws IOException {
        return open(body, gzip, limits, null);
    }

    /**
     * Starts reading. Errors that the body's first bytes show (not gzip, not an array, no records in its lines, a
     * malformed CSV header) are thrown here, so that the response can still have status 400.
     *
     * @param body stays open and owned by the caller
     * @param gzip whether the body is gzipped (Content-Encoding)
     * @param documents reads a body that is a single JSON object or an archive; {@code null} if none can be
     * @throws InputException {@code malformed_utf8}, {@code malformed_gzip}, {@code not_an_array},
     *     {@code not_ndjson}, {@code malformed_header}, or a code of a document or an archive
     * @throws IOException from the body itself, unchanged
     */
    public RecordReader open(InputStream body, boolean gzip, InputLimits limits, Documents documents)
            throws IOException {
        CountingStream counted = new CountingStream(body);
        FingerprintStream plain =
                new FingerprintStream(gzip ? new GunzipStream(counted, limits.maxGzipRatio()) : counted);
        try {
            ByteSource source = new ByteSource(plain);
            begin(source);
            return new BodyReader(counted, plain, split(source, limits, documents));
        } catch (IOException | RuntimeException e) {
            plain.close();
            throw e;
        }
    }

    void begin(ByteSource source) throws IOException {
        source.requireText();
        source.skipByteOrderMark();
    }

    abstract Splitter split(ByteSource source, InputLimits limits, Documents documents) throws IOException;
}
