// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.faults;

import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;

/** Makes methods call {@link Faults} first. An agent that a server's JVM gets while it runs. */
public final class FaultAgent implements ClassFileTransformer {

    /** The beginning of a method. */
    public static final class Entry {

        private Entry() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.Origin("#t.#m") String method) {
            Faults.at(method);
        }
    }

    /** Names of methods by the names of their classes, as the JVM writes them. */
    private final Map<String, List<String>> methods = new HashMap<>();

    private FaultAgent(List<String> names) {
        for (String name : names) {
            int dot = name.lastIndexOf('.');
            methods.computeIfAbsent(name.substring(0, dot).replace('.', '/'), type -> new ArrayList<>())
                    .add(name.substring(dot + 1));
        }
    }

    /** @param file the port of the control, and names of methods that can fail, on a line each */
    public static void agentmain(String file, Instrumentation jvm) throws IOException, UnmodifiableClassException {
        List<String> lines = Files.readAllLines(Path.of(file));
        FaultAgent agent = new FaultAgent(lines.subList(1, lines.size()));
        jvm.addTransformer(agent, true);
        for (Class<?> loaded : jvm.getAllLoadedClasses()) {
            if (agent.methods.containsKey(loaded.getName().replace('.', '/'))) {
                jvm.retransformClasses(loaded);
            }
        }
        Faults.serve(Integer.parseInt(lines.get(0)));
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (name == null || !methods.containsKey(name)) {
            return null;
        }
        try {
            return failing(loader, name, classFile);
        } catch (RuntimeException | Error e) {
            // The JVM would say nothing.
            e.printStackTrace();
            throw e;
        }
    }

    private byte[] failing(ClassLoader loader, String name, byte[] classFile) {
        String type = name.replace('/', '.');
        ClassFileLocator classes = new ClassFileLocator.Compound(
                ClassFileLocator.Simple.of(type, classFile), ClassFileLocator.ForClassLoader.of(loader));
        return new ByteBuddy()
                .decorate(TypePool.Default.of(classes).describe(type).resolve(), classes)
                .visit(Advice.to(Entry.class).on(namedOneOf(methods.get(name).toArray(String[]::new))))
                .make()
                .getBytes();
    }
}
