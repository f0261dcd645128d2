// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.output;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** A file that only its user may read, and that is there as a whole or not at all. */
public final class PrivateFile implements AutoCloseable {

    private final Path file;
    private final Path written;
    private final OutputStream out;

    public PrivateFile(Path file) throws IOException {
        this.file = file;
        Path folder = file.toAbsolutePath().getParent();
        this.written = Files.createTempFile(folder, file.getFileName() + "-", ".tmp", onlyForUser());
        written.toFile().deleteOnExit(); // also if the command is interrupted
        this.out = new BufferedOutputStream(Files.newOutputStream(written));
    }

    public OutputStream out() {
        return out;
    }

    /** Gives the file its name, in the place of an earlier one. */
    public void keep() throws IOException {
        out.close();
        Files.move(written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Removes what was written, unless it was {@link #keep kept}. */
    @Override
    public void close() throws IOException {
        out.close();
        Files.deleteIfExists(written);
    }

    private static FileAttribute<?>[] onlyForUser() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
