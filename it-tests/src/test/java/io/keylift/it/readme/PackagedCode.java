// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import io.keylift.it.server.Workspace;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The classes of the packaged JARs, loaded together with the server's libraries. */
public final class PackagedCode implements AutoCloseable {

    private final Path jar = Workspace.providers().get(0);
    private final URLClassLoader loader;

    public PackagedCode() throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path provider : Workspace.providers()) {
            urls.add(provider.toUri().toURL());
        }
        try (Stream<Path> libraries = Files.walk(Workspace.distribution())) {
            for (Path library : libraries
                    .filter(path -> path.toString().contains("/lib/lib/"))
                    .filter(path -> path.toString().endsWith(".jar"))
                    .toList()) {
                urls.add(library.toUri().toURL());
            }
        }
        loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    /** A class by its name below {@code io.keylift}. */
    public Class<?> load(String name) throws ClassNotFoundException {
        return loader.loadClass("io.keylift." + name);
    }

    /** Names of the constants of an enum. */
    List<String> constants(String name) throws ClassNotFoundException {
        return Stream.of(load(name).getEnumConstants())
                .map(constant -> ((Enum<?>) constant).name())
                .toList();
    }

    /** Every text that the classes of a package have in their constant pools. */
    Set<String> texts(String packageName) throws IOException {
        String directory = "io/keylift/bulkimport/" + packageName + "/";
        Set<String> texts = new TreeSet<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : file.stream()
                    .filter(entry -> entry.getName().startsWith(directory))
                    .filter(entry -> entry.getName().endsWith(".class"))
                    .toList()) {
                try (InputStream in = file.getInputStream(entry)) {
                    addTexts(new DataInputStream(in), texts);
                }
            }
        }
        return texts;
    }

    /** Chapter 4.4 of the Java Virtual Machine Specification. */
    private static void addTexts(DataInputStream in, Set<String> texts) throws IOException {
        in.skipNBytes(8);
        int count = in.readUnsignedShort();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts.add(in.readUTF());
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++;
                }
                case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                default -> in.skipNBytes(4);
            }
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
