// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The data of a database server after the first start of a Keycloak with our JARs: its tables and ours, realm
 * {@code master} and the administrator. It is made once for each content of the JARs and copied for each server.
 */
final class DataTemplate {

    private DataTemplate() {}

    /**
     * The directory with the data, made if need be.
     *
     * @param vendor name of the database
     * @param maker  writes the data to a directory that is not there yet and leaves no process behind
     */
    static Path of(String vendor, Consumer<Path> maker) {
        Path parent = Workspace.directory("database-templates");
        String name = vendor + "-" + KeycloakDistribution.key(Workspace.providers(), new TreeMap<>());
        Path template = parent.resolve(name);
        try {
            // Another thread or JVM may be making the very same one.
            MachineLock.holding(parent.resolve(name + ".lock"), () -> {
                if (!Files.exists(template)) {
                    Path unfinished = parent.resolve(name + ".unfinished");
                    FileTree.delete(unfinished);
                    maker.accept(unfinished);
                    Files.move(unfinished, template);
                }
            });
            return template;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make " + template, e);
        }
    }
}
