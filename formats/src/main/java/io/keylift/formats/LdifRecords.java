// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.unboundid.ldap.sdk.Attribute;
import com.unboundid.ldap.sdk.Entry;
import com.unboundid.ldif.LDIFAddChangeRecord;
import com.unboundid.ldif.LDIFException;
import com.unboundid.ldif.LDIFReader;
import com.unboundid.ldif.LDIFRecord;
import com.unboundid.ldif.TrailingSpaceBehavior;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;

/**
 * Entries of a directory as objects: {@code dn}, and each attribute in lower case with the list of its values. A value
 * that is no text is {@code {"base64":…}}.
 */
final class LdifRecords {

    /** Bytes, even if they look like text. */
    private static final Set<String> BINARY = Set.of(
            "objectguid", "objectsid", "jpegphoto", "thumbnailphoto", "usercertificate", "ms-ds-consistencyguid");

    private final RecordSink sink;

    LdifRecords(RecordSink sink) {
        this.sink = sink;
    }

    void read(Reader text) throws IOException {
        try (LDIFReader reader = new LDIFReader(new WithoutUrls(text))) {
            reader.setTrailingSpaceBehavior(TrailingSpaceBehavior.STRIP);
            while (true) {
                try {
                    LDIFRecord record = reader.readLDIFRecord();
                    if (record == null) {
                        return;
                    }
                    record(record);
                } catch (LDIFException e) {
                    sink.problem(
                            "malformed_ldif", "The entry is no valid LDIF", e.getLineNumber(), !e.mayContinueReading());
                    if (!e.mayContinueReading()) {
                        return;
                    }
                }
            }
        }
    }

    private void record(LDIFRecord record) throws IOException {
        if (record instanceof Entry entry) {
            entry(entry);
        } else if (record instanceof LDIFAddChangeRecord add) {
            entry(add.getEntryToAdd());
        } else {
            sink.problem("not_an_entry", "The record changes or deletes an entry. Convert an export.", 0, false);
        }
    }

    private void entry(Entry entry) throws IOException {
        ObjectNode object = Nodes.INPUT.createObjectNode();
        object.put("dn", entry.getDN());
        for (Attribute attribute : entry.getAttributes()) {
            String name = attribute.getName().toLowerCase(Locale.ROOT);
            ArrayNode values = object.putArray(name);
            boolean binary = BINARY.contains(attribute.getBaseName().toLowerCase(Locale.ROOT));
            for (byte[] value : attribute.getValueByteArrays()) {
                String text = binary ? null : text(value);
                if (text == null) {
                    values.addObject().put("base64", Base64.getEncoder().encodeToString(value));
                } else {
                    values.add(text);
                }
            }
        }
        sink.record(object, 0, "", Nodes.object());
    }

    private static String text(byte[] value) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value))
                    .toString();
            return text.indexOf('\0') < 0 ? text : null;
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** Replaces values that are URLs: the SDK would read files of this machine. */
    private static final class WithoutUrls extends BufferedReader {

        WithoutUrls(Reader in) {
            super(in, 1 << 16);
        }

        @Override
        public String readLine() throws IOException {
            String line = super.readLine();
            if (line == null || line.startsWith("#") || line.startsWith(" ")) {
                return line;
            }
            int colon = line.indexOf(':');
            return colon > 0 && line.startsWith("<", colon + 1) ? line.substring(0, colon) + "< by URL" : line;
        }
    }
}
