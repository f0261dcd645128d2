// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.bulkimport.input.CsvName;
import io.keylift.bulkimport.kind.RecordWriters;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.SelectionException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Records as rows of CSV below a header that an import reads. The caller chooses the columns. A value that does not fit
 * into its column ends the export, because a row without it would be a wrong record.
 */
public final class CsvRecords implements RecordFormat {

    private static final byte[] NOTHING = {};
    private static final String ROW_END = "\r\n";

    private final List<String> header;
    private final List<CsvName> columns;
    private final JsonMapper mapper;

    /**
     * @param header the columns as an import names them
     * @param columns the fields, parsed as columns
     */
    public CsvRecords(ImportKind<?, ?> kind, List<String> header, List<CsvName> columns) {
        this.header = header;
        this.columns = columns;
        this.mapper = RecordWriters.mapper(kind, Set.of());
    }

    @Override
    public String mediaType() {
        return "text/csv";
    }

    @Override
    public byte[] begin() {
        return bytes(header.stream().map(CsvRecords::quoted).collect(Collectors.joining(",", "", ROW_END)));
    }

    @Override
    public byte[] records(List<?> records) {
        StringBuilder rows = new StringBuilder();
        for (Object one : records) {
            JsonNode json = mapper.valueToTree(one);
            for (int i = 0; i < columns.size(); i++) {
                rows.append(i == 0 ? "" : ",").append(quoted(cell(json, i)));
            }
            rows.append(ROW_END);
        }
        return bytes(rows.toString());
    }

    private String cell(JsonNode json, int column) {
        JsonNode value = json;
        for (CsvName.Segment segment : columns.get(column).path()) {
            value = segment.name() == null ? value.path(segment.index()) : value.path(segment.name());
        }
        if (columns.get(column).list()) {
            return list(value, column);
        }
        // An import reads a single value as a list of one.
        JsonNode single = value.isArray() && value.size() == 1 ? value.get(0) : value;
        if (single.isContainerNode() && !single.isEmpty()) {
            throw new SelectionException(
                    "Column " + header.get(column) + " cannot hold the value of a record. Name its parts, such as `"
                            + header.get(column) + (single.isArray() ? "[]" : ".name") + "`, in `fields`.");
        }
        return single.isValueNode() && !single.isNull() ? single.asText() : "";
    }

    private String list(JsonNode value, int column) {
        StringBuilder cell = new StringBuilder();
        for (JsonNode item : value.isArray() ? value : mapper.createArrayNode()) {
            if (item.isContainerNode()) {
                throw new SelectionException(
                        "Column " + header.get(column) + " cannot hold objects. Name their fields in `fields`.");
            }
            cell.append(cell.isEmpty() ? "" : "|")
                    .append(item.asText().replace("\\", "\\\\").replace("|", "\\|"));
        }
        return cell.toString();
    }

    private static String quoted(String cell) {
        boolean plain = cell.chars().noneMatch(c -> c == '"' || c == ',' || c == '\r' || c == '\n')
                && cell.equals(cell.strip());
        return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }

    @Override
    public byte[] progress(long records, String after) {
        return NOTHING;
    }

    @Override
    public byte[] end(ExportSummary summary) {
        return NOTHING;
    }

    @Override
    public boolean showsSummary() {
        return false;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
