// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** A file, which may be gzip. */
public final class FileInput implements Input {

    private static final int BEGINNING = 1024;

    private final Path file;
    private final Format format;
    private final boolean compressed;

    private FileInput(Path file, Format format, boolean compressed) {
        this.file = file;
        this.format = format;
        this.compressed = compressed;
    }

    /**
     * @param format {@code null} to recognize it
     * @throws InputFailure if the file cannot be read
     */
    public static FileInput of(Path file, Format format) throws InputFailure {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] magic = in.readNBytes(2);
            boolean compressed = magic.length == 2 && magic[0] == 0x1f && magic[1] == (byte) 0x8b;
            return new FileInput(
                    file,
                    format == null ? Format.of(file.getFileName().toString(), beginning(file, compressed)) : format,
                    compressed);
        } catch (NoSuchFileException e) {
            throw new InputFailure("There is no file " + file, e);
        } catch (IOException e) {
            throw new InputFailure("The file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static String beginning(Path file, boolean compressed) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                InputStream plain = compressed ? new GZIPInputStream(in) : in) {
            return new String(plain.readNBytes(BEGINNING), StandardCharsets.ISO_8859_1);
        }
    }

    @Override
    public InputStream open() throws IOException {
        return new BufferedInputStream(Files.newInputStream(file));
    }

    @Override
    public Format format() {
        return format;
    }

    @Override
    public boolean isCompressed() {
        return compressed;
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
