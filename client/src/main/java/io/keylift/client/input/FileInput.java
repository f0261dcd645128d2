// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file, which may be gzip. */
public final class FileInput implements Input {

    private final Path file;
    private final Form form;

    private FileInput(Path file, Form form) {
        this.file = file;
        this.form = form;
    }

    /**
     * @param format {@code null} to recognize it
     * @throws InputFailure if the file cannot be read
     */
    public static FileInput of(Path file, Format format) throws InputFailure {
        try (InputStream in = Files.newInputStream(file)) {
            return new FileInput(file, Form.of(file.getFileName().toString(), format, in.readNBytes(Form.HEAD)));
        } catch (NoSuchFileException e) {
            throw new InputFailure("There is no file " + file, e);
        } catch (IOException e) {
            throw new InputFailure("The file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public InputStream open() throws IOException {
        return new BufferedInputStream(Files.newInputStream(file));
    }

    @Override
    public Format format() {
        return form.format();
    }

    @Override
    public boolean isCompressed() {
        return form.compressed();
    }

    @Override
    public long length() {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return -1;
        }
    }
}
