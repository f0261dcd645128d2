// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;

/** A file with a key of zeros for what jobs store of secrets. */
public final class StoredSecretsKey {

    /** Option of a server: the path of the file. */
    public static final String OPTION = "spi-admin-realm-restapi-extension--bulk-import--stored-secrets-key-file";

    private StoredSecretsKey() {}

    /** @param folder name in the workspace, of one test class or server */
    public static String file(String folder) {
        try {
            Path key = Files.writeString(
                    Workspace.directory(folder).resolve("key"),
                    Base64.getEncoder().encodeToString(new byte[32]));
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
            return key.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
