// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.input.InputRecord.Fault;
import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.RejectPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses records into the class of their kind. Any error becomes the record's reject. Messages never repeat the
 * record's text, because it may be a secret.
 */
final class RecordParser<R> {

    /** Accepts an object with a field twice. */
    private static final JsonFactory LENIENT = new JsonFactory();

    private final String kind;
    private final String keyField;
    private final RecordOperation<R, ?> operation;
    private final GivenIdFields ids;
    private final IdMode mode;
    private final DropRules drops;
    private final ObjectReader reader;

    /** @param operation the job's operation, for which the kind has a {@link RecordOperation} */
    RecordParser(
            ImportKind<R, ?> kind,
            Operation operation,
            GivenIdFields ids,
            IdMode mode,
            DropRules drops,
            KnownRecords records) {
        this(
                kind.getId(),
                records.sent(kind.info().recordType()),
                kind.info().keyField(),
                Operations.of(kind, operation),
                ids,
                mode,
                drops);
    }

    /**
     * @param ids ids that records give
     * @param mode the treatment of these ids
     */
    RecordParser(
            ImportKind<R, ?> kind,
            RecordOperation<R, ?> operation,
            GivenIdFields ids,
            IdMode mode,
            KnownRecords records) {
        this(
                kind.getId(),
                records.own(kind.info().recordType()),
                kind.info().keyField(),
                operation,
                ids,
                mode,
                DropRules.none());
    }

    /**
     * @param reader reads the class of the records
     * @param drops parts that are dropped from records instead of rejecting the records
     */
    RecordParser(
            String kind,
            ObjectReader reader,
            String keyField,
            RecordOperation<R, ?> operation,
            GivenIdFields ids,
            IdMode mode,
            DropRules drops) {
        this.kind = kind;
        this.keyField = keyField;
        this.ids = ids;
        this.mode = mode;
        this.drops = drops;
        this.operation = operation;
        this.reader = reader;
    }

    /** The treatment of the ids that records give. */
    IdMode mode() {
        return mode;
    }

    Item<R> parse(InputRecord input) {
        if (input.fault() != null) {
            // A fault of the line, which is no part of a record.
            Item<R> item = new Item<>(place(input), null, null, List.of(), RejectPolicy.none());
            Fault fault = input.fault();
            item.reject(fault.code(), fault.pointer(), placed(fault.message(), input));
            return item;
        }
        return drops.areActive() ? parse(input, new DroppedParts(drops)) : read(input, null);
    }

    /** The record without the parts that have become pending since it was read. */
    Item<R> again(Item<?> item, InputRecord input) {
        return parse(input, DroppedParts.of(item));
    }

    private Item<R> parse(InputRecord input, DroppedParts parts) {
        Item<R> item = read(input, parts);
        while (DroppedParts.isPending(item)) {
            item = read(input, parts);
        }
        return item;
    }

    /** @param parts parts that are dropped from the record; {@code null} if the job drops nothing */
    private Item<R> read(InputRecord input, DroppedParts parts) {
        if (!JsonFaults.isUtf8(input.json())) {
            return rejected(
                    input,
                    parts,
                    null,
                    JsonFaults.malformed("The record is not valid UTF-8. Convert the input to UTF-8."));
        }
        if (JsonFaults.isArray(input.json())) {
            return rejected(input, parts, null, JsonFaults.malformed(JsonFaults.ARRAY));
        }
        try (JsonParser json = reader.createParser(input.json())) {
            List<String> givenIds = new ArrayList<>(0);
            R record = operation.fields().isEmpty() ? read(json, givenIds, parts) : readFields(json);
            // Jackson's own check for trailing tokens breaks deserializers that read a part of the record as a tree.
            if (json.nextToken() != null) {
                return rejected(input, parts, keyOf(input), JsonFaults.malformed(JsonFaults.NO_OBJECT));
            }
            if (record == null) {
                return rejected(input, parts, null, JsonFaults.malformed("The record must be a JSON object, not null"));
            }
            return item(input, parts, record, operation.key(record), givenIds);
        } catch (IOException | RuntimeException e) {
            Fault fault = JsonFaults.of(e, kind);
            boolean noJson = fault.code().equals(RejectCode.MALFORMED_JSON) && !JsonFaults.leavesJson(e);
            return rejected(input, parts, noJson ? null : keyOf(input), fault);
        }
    }

    /** @param givenIds gets the ids of the record that others may give, too */
    private R read(JsonParser json, List<String> givenIds, DroppedParts parts) throws IOException {
        boolean readsIds = mode != IdMode.STRICT && !ids.isEmpty();
        if (parts == null && !readsIds) {
            return reader.readValue(json);
        }
        JsonNode record = reader.readTree(json);
        if (parts != null) {
            parts.cutFrom(record);
        }
        if (!readsIds) {
            return reader.readValue(record);
        }
        if (mode == IdMode.IGNORE) {
            ids.removeFrom(record);
        } else {
            givenIds.addAll(ids.of(record));
        }
        return reader.readValue(record);
    }

    private R readFields(JsonParser json) throws IOException {
        JsonNode record = reader.readTree(json);
        if (record instanceof ObjectNode fields) {
            fields.retain(operation.fields());
        }
        return reader.readValue(record);
    }

    /** A record without which the import goes on, or one that is read again. */
    private Item<R> rejected(InputRecord input, DroppedParts parts, String key, Fault fault) {
        Item<R> item = item(input, parts, null, key, List.of());
        boolean malformed = fault.code().equals(RejectCode.MALFORMED_JSON);
        item.reject(fault.code(), fault.pointer(), malformed ? placed(fault.message(), input) : fault.message());
        return item;
    }

    /** The message, with the place of the record in the file. */
    private static String placed(String message, InputRecord input) {
        String place = input.place() == null ? "" : input.place().sentence();
        return place.isEmpty() || message.endsWith(".") ? message + place : message + "." + place;
    }

    /** The key of a record that does not fit the kind's class, so that its reject can be found in the source. */
    private String keyOf(InputRecord input) {
        try (JsonParser json = LENIENT.createParser(input.json())) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                boolean isKey = json.currentName().equals(keyField);
                if (json.nextToken() == JsonToken.VALUE_STRING && isKey) {
                    return json.getText();
                }
                json.skipChildren();
            }
            return null;
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    private Item<R> item(InputRecord input, DroppedParts parts, R record, String key, List<String> givenIds) {
        return new Item<>(place(input), record, key, givenIds, parts == null ? drops.shared() : parts);
    }

    private static Item.Place place(InputRecord input) {
        return new Item.Place(input.line(), input.fileLine(), input.kind());
    }
}
