// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.input.FileInput;
import io.keylift.client.input.Format;
import io.keylift.client.input.SpooledInput;
import io.keylift.formats.Input;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Files of another system.
 *
 * @param end removes the copies of standard input and of files at addresses, which are read more than once
 */
record ConvertedFiles(List<Input> inputs, Closeable end) implements Closeable {

    static ConvertedFiles open(List<String> names, Terminal terminal, RemoteFileOptions remote) throws IOException {
        if (names.indexOf(InputOptions.STANDARD_INPUT) != names.lastIndexOf(InputOptions.STANDARD_INPUT)) {
            throw new UsageException("Standard input is read once: name `-` once");
        }
        List<Input> inputs = new ArrayList<>();
        Ends ends = new Ends();
        try {
            for (String name : names) {
                inputs.add(open(name, terminal, remote, ends));
            }
            return new ConvertedFiles(inputs, ends);
        } catch (IOException | RuntimeException e) {
            ends.close();
            throw e;
        }
    }

    private static Input open(String name, Terminal terminal, RemoteFileOptions remote, Ends ends) throws IOException {
        if (name.equals(InputOptions.STANDARD_INPUT)) {
            SpooledInput spooled = new SpooledInput(terminal.in(), Format.NDJSON, InputOptions.temporary());
            ends.add(spooled);
            return Input.of("standard input", spooled::open);
        }
        if (RemoteFileOptions.isAddress(name)) {
            RemoteFile file = remote.open(name, Format.NDJSON, terminal);
            ends.add(file.end());
            return Input.of(file.name(), file.input()::open);
        }
        FileInput file = FileInput.of(Path.of(name), Format.NDJSON);
        return Input.of(name, file::open);
    }

    @Override
    public void close() throws IOException {
        end.close();
    }
}
