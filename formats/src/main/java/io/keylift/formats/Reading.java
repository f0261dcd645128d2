// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.core.JsonParser;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;

/** Reads one file by the reader for its form. */
final class Reading {

    private static final String SEPARATORS = ",;\t|";

    private Reading() {}

    /** A stream that can go back behind its {@link Head}. */
    static InputStream marked(InputStream in) {
        return new BufferedInputStream(in, Head.LENGTH + 1);
    }

    static void read(InputStream in, Head head, Mapping mapping, Settings settings, RecordSink sink)
            throws IOException {
        try {
            switch (head.container()) {
                case JSON -> {
                    try (JsonParser parser = json(in, head.encoding())) {
                        new JsonRecords(mapping.lists(), sink).read(parser);
                    }
                }
                case NDJSON -> {
                    NdjsonRecords records = new NdjsonRecords(mapping.lists(), sink);
                    if (head.encoding().isUtf8()) {
                        in.skipNBytes(head.encoding().mark());
                        records.read(in);
                    } else {
                        records.read(head.encoding().reader(in));
                    }
                }
                case CSV -> {
                    char separator = settings.separator() == null ? separator(head.text()) : settings.separator();
                    new CsvRecords(separator, mapping.columns(), mapping.nulls(), sink)
                            .read(head.encoding().reader(in));
                }
                case LDIF -> new LdifRecords(sink).read(head.encoding().reader(in));
                case PARAMETERS ->
                    new ParameterRecords(sink).read(head.encoding().reader(in));
            }
        } catch (CharacterCodingException e) {
            Charset charset = head.encoding().charset();
            sink.problem(
                    "malformed_encoding",
                    "The file is not in " + charset.name() + " from some place on. Say which charset it has.",
                    0,
                    true);
        }
    }

    /** Jackson reads UTF-8 faster from bytes. */
    private static JsonParser json(InputStream in, Encoding encoding) throws IOException {
        if (encoding.isUtf8()) {
            in.skipNBytes(encoding.mark());
            return Nodes.INPUT.createParser(in);
        }
        return Nodes.INPUT.createParser(encoding.reader(in));
    }

    /** The separator that makes most cells of the first row; a comma if none makes two. */
    static char separator(String head) {
        String first = head.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
        if (first.startsWith("sep=") && first.length() == 5) {
            return first.charAt(4);
        }
        char best = ',';
        int most = 1;
        for (char separator : SEPARATORS.toCharArray()) {
            List<CsvRecord> rows = rows(head, separator, 1);
            int cells = rows.isEmpty() ? 0 : rows.get(0).getFieldCount();
            if (cells > most) {
                best = separator;
                most = cells;
            }
        }
        return best;
    }

    /** The first rows of a table. */
    static List<CsvRecord> rows(String head, char separator, int most) {
        List<CsvRecord> rows = new ArrayList<>();
        try (Reader text = new StringReader(head);
                CsvReader<CsvRecord> reader = CsvRecords.reader(separator, text)) {
            for (CsvRecord row : reader) {
                if (!CsvRecords.isSeparatorLine(row)) {
                    rows.add(row);
                }
                if (rows.size() >= most) {
                    return rows;
                }
            }
        } catch (CsvParseException | IOException e) {
            // The beginning of a file may end within a quote.
        }
        return rows;
    }
}
