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

    /** Of the options and variables for the target of a copy. */
    private static final String OF_TARGET = "to-";

    private final Map<String, String> environment;
    private final String prefix;
    private final Path folder;
    private final String profile;
    private final Properties properties;

    private Settings(
            Map<String, String> environment, String prefix, Path folder, String profile, Properties properties) {
        this.environment = environment;
        this.prefix = prefix;
        this.folder = folder;
        this.profile = profile;
        this.properties = properties;
    }

    /** @param profile {@code null} for that of the environment, or the default */
    static Settings of(Map<String, String> environment, String profile) throws IOException {
        return of(environment, "", profile == null ? environment.get("KEYLIFT_PROFILE") : profile);
    }

    /**
     * Values for the target of a copy. Without a profile of its own, there is none.
     *
     * @param profile {@code null} for that of the environment
     */
    static Settings ofTarget(Map<String, String> environment, String profile) throws IOException {
        String chosen = profile == null ? environment.get("KEYLIFT_TO_PROFILE") : profile;
        return chosen == null
                ? new Settings(environment, OF_TARGET, folder(environment), "", new Properties())
                : of(environment, OF_TARGET, chosen);
    }

    private static Settings of(Map<String, String> environment, String prefix, String chosen) throws IOException {
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
        return new Settings(environment, prefix, folder, name, properties);
    }

    /** Of profiles, sign-ins and the states of copies. */
    static Path folder(Map<String, String> environment) {
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
    String variable(String name) {
        return "KEYLIFT_" + (prefix + name).toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /** An option as the command line has it. */
    String option(String name) {
        return "--" + prefix + name;
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
            throw new UsageException("Give `" + option(name) + "`, set " + variable(name) + ", or "
                    + (profile.isEmpty()
                            ? "name a profile by `" + option("profile") + "`"
                            : "write `" + name + "` into the profile " + folder.resolve(profile + ".properties")));
        }
        return value;
    }

    /** The sign-in of the profile. */
    StoredLogin login() {
        return new StoredLogin(folder.resolve(profile + ".login"));
    }
}
