// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.faults;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import net.bytebuddy.ByteBuddy;

/** Brings the agent into the JVM of a server. */
final class FaultyServer {

    private static final String ROOT = "io.keylift.";

    private FaultyServer() {}

    /**
     * Starts the agent in the JVM of this server.
     *
     * @param methods those that can fail, without {@code io.keylift.}
     * @param port where the JVM listens for the choice of a fault
     */
    static void attach(KeycloakServer server, List<String> methods, int port)
            throws IOException, AttachNotSupportedException, AgentLoadException, AgentInitializationException {
        Path folder = Files.createDirectories(Workspace.directory("faults"));
        List<String> lines = new ArrayList<>(List.of("" + port));
        methods.forEach(method -> lines.add(ROOT + method));
        Path file = Files.write(folder.resolve("faults.txt"), lines);
        VirtualMachine jvm = VirtualMachine.attach("" + server.pid());
        try {
            jvm.loadAgent(jar(folder).toString(), file.toString());
        } finally {
            jvm.detach();
        }
    }

    private static Path jar(Path folder) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(new Attributes.Name("Agent-Class"), FaultAgent.class.getName());
        attributes.put(new Attributes.Name("Can-Retransform-Classes"), "true");
        attributes.put(
                Attributes.Name.CLASS_PATH,
                ByteBuddy.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toString());
        Path jar = folder.resolve("faults.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (Class<?> type : List.of(FaultAgent.class, FaultAgent.Entry.class, Faults.class)) {
                String name = type.getName().replace('.', '/') + ".class";
                out.putNextEntry(new JarEntry(name));
                out.write(FaultAgent.class
                        .getClassLoader()
                        .getResourceAsStream(name)
                        .readAllBytes());
                out.closeEntry();
            }
        }
        return jar;
    }
}
