// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Reader that all formats share: it counts the bytes of the body, and does not call a splitter again that has failed.
 */
final class BodyReader implements RecordReader {

    private final CountingStream body;
    private final FingerprintStream plain;
    private final Splitter splitter;
    private IOException failure;

    BodyReader(CountingStream body, FingerprintStream plain, Splitter splitter) {
        this.body = body;
        this.plain = plain;
        this.splitter = splitter;
    }

    @Override
    public InputRecord next() throws IOException {
        if (failure != null) {
            throw failure;
        }
        try {
            return splitter.next();
        } catch (IOException e) {
            failure = e; // a splitter that continued in the middle of a record would invent another one
            throw e;
        }
    }

    @Override
    public long bytesRead() {
        return body.count();
    }

    @Override
    public Map<String, Integer> fields() {
        return splitter.fields();
    }

    @Override
    public List<InputWarning> warnings() {
        return splitter.warnings();
    }

    @Override
    public Fingerprint fingerprint() {
        return plain.fingerprint();
    }

    @Override
    public void close() throws IOException {
        if (failure == null) {
            failure = new IOException("The reader is closed");
        }
        splitter.close();
        plain.close();
    }
}
