// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * A document or an archive of a realm with something wrong in it, as the unit tests of the import read them.
 *
 * @param type media type
 * @param fault what is wrong
 * @param good names of users that must be imported, unless the input is refused as a whole
 * @param refused whether it must be refused as a whole
 */
public record BrokenInput(String type, String fault, byte[] body, List<String> good, boolean refused) {

    private static final String GENERATOR = "io.keylift.example.broken.BrokenInputs";

    /** As many as one likes, by their numbers; from the JAR of the unit tests, which is on no class path. */
    public static IntFunction<BrokenInput> generator(long seed) {
        Path jar = Workspace.directory("example").resolve("example-kind.jar");
        try {
            // Stays open as long as the generator, whose classes it loads when they are needed.
            URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()});
            @SuppressWarnings("unchecked")
            IntFunction<Map<String, Object>> inputs = (IntFunction<Map<String, Object>>)
                    loader.loadClass(GENERATOR).getConstructor(long.class).newInstance(seed);
            return number -> of(inputs.apply(number));
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException("No " + GENERATOR + " in " + jar, e);
        }
    }

    @SuppressWarnings("unchecked")
    private static BrokenInput of(Map<String, Object> input) {
        return new BrokenInput(
                (String) input.get("type"),
                (String) input.get("fault"),
                (byte[]) input.get("body"),
                (List<String>) input.get("good"),
                (boolean) input.get("refused"));
    }
}
