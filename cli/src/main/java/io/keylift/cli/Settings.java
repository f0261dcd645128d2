// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** Values of options from the environment and from a profile, in this order. */
final class Settings {

    private static final Set<String> NAMES = Set.of(
            "server",
            "realm",
            "token-realm",
            "client-id",
            "client-secret-file",
            "client-secret-command",
            "username",
            "password-file",
            "password-command",
            "truststore",
            "truststore-password-file",
            "truststore-password-command");

    private final Map<String, String> environment;
    private final Path folder;
    private final String profile;
    private final Properties properties;

    private Settings(Map<String, String> environment, Path folder, String profile, Properties properties) {
        this.environment = environment;
        this.folder = folder;
        this.profile = profile;
        this.properties = properties;
    }

    /** @param profile {@code null} for that of the environment, or the default */
    static Settings of(Map<String, String> environment, String profile) throws IOException {
        String chosen = profile == null ? environment.get("KEYLIFT_PROFILE") : profile;
        String name = chosen == null ? "default" : chosen;
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
            throw new UsageException("The name of a profile has letters, digits, `.`, `_` and `-`: " + name);
        }
        Path folder = folder(environment);
        Path file = folder.resolve(name + ".properties");
        Properties properties = new Properties();
        if (Files.exists(file)) {
            try (Reader reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            }
            for (String key : properties.stringPropertyNames()) {
                if (!NAMES.contains(key)) {
                    throw new UsageException(file + " has the unknown name `" + key + "`");
                }
            }
        } else if (chosen != null) {
            Path login = folder.resolve(name + ".login");
            if (!Files.exists(login)) {
                throw new UsageException("There is no profile " + file);
            }
        }
        return new Settings(environment, folder, name, properties);
    }

    private static Path folder(Map<String, String> environment) {
        String chosen = environment.get("KEYLIFT_CONFIG");
        if (chosen != null) {
            return Path.of(chosen);
        }
        String windows = environment.get("APPDATA");
        String unix = environment.get("XDG_CONFIG_HOME");
        String root = unix != null ? unix : windows;
        return (root == null ? Path.of(System.getProperty("user.home"), ".config") : Path.of(root)).resolve("keylift");
    }

    /** Name of the variable of the environment for an option. */
    static String variable(String name) {
        return "KEYLIFT_" + name.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /** The value of an option, or {@code null}. */
    String value(String option, String name) {
        if (option != null) {
            return option;
        }
        String variable = environment.get(variable(name));
        return variable == null || variable.isEmpty() ? properties.getProperty(name) : variable;
    }

    String valueOr(String option, String name, String other) {
        String value = value(option, name);
        return value == null ? other : value;
    }

    String required(String option, String name) {
        String value = value(option, name);
        if (value == null) {
            throw new UsageException("Give `--" + name + "`, set " + variable(name) + ", or write `" + name
                    + "` into the profile " + folder.resolve(profile + ".properties"));
        }
        return value;
    }

    /** The sign-in of the profile. */
    StoredLogin login() {
        return new StoredLogin(folder.resolve(profile + ".login"));
    }
}
