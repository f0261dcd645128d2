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
 * @param end removes the copy of standard input, which is read more than once
 */
record ConvertedFiles(List<Input> inputs, Closeable end) implements Closeable {

    static ConvertedFiles open(List<String> names, Terminal terminal) throws IOException {
        if (names.indexOf(InputOptions.STANDARD_INPUT) != names.lastIndexOf(InputOptions.STANDARD_INPUT)) {
            throw new UsageException("Standard input is read once: name `-` once");
        }
        List<Input> inputs = new ArrayList<>();
        Closeable end = () -> {};
        for (String name : names) {
            if (!name.equals(InputOptions.STANDARD_INPUT)) {
                FileInput file = FileInput.of(Path.of(name), Format.NDJSON);
                inputs.add(Input.of(name, file::open));
            }
        }
        int standard = names.indexOf(InputOptions.STANDARD_INPUT);
        if (standard >= 0) {
            SpooledInput spooled = new SpooledInput(terminal.in(), Format.NDJSON, InputOptions.temporary());
            inputs.add(standard, Input.of("standard input", spooled::open));
            end = spooled;
        }
        return new ConvertedFiles(inputs, end);
    }

    @Override
    public void close() throws IOException {
        end.close();
    }
}
