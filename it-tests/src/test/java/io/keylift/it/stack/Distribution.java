// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.server.Workspace;
import io.keylift.it.stack.InstalledProgram.Result;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Facts about Keycloak's distribution, read from its files. */
final class Distribution {

    private static final Pattern OPTION = Pattern.compile("^(?:-[a-z], )?--([a-z0-9-]+)(?:[ ,]|$)");
    private static final Pattern DEFAULT = Pattern.compile("Default:\\s+(\\S+?)\\.?$");

    private Distribution() {}

    /** All options of a command of kc.sh, each with its default, which is empty where it has none. */
    static Map<String, String> options(String command) throws IOException, InterruptedException {
        Result help = InstalledProgram.run(
                Workspace.distribution(),
                // Half the time: it is over before better machine code pays.
                Map.of(
                        "JAVA_OPTS_APPEND",
                        "-XX:TieredStopAtLevel=1",
                        "JAVA_HOME",
                        System.getProperty("java.home"),
                        "COLUMNS",
                        "200"),
                List.of(Workspace.distribution().resolve("bin/kc.sh").toString(), command, "--help-all"));
        assertThat(help.exitCode()).as(help.output()).isZero();
        Map<String, String> options = new TreeMap<>();
        String option = null;
        for (String line : help.output().lines().toList()) {
            Matcher name = OPTION.matcher(line.trim());
            if (name.find()) {
                option = name.group(1);
                options.put(option, "");
            }
            Matcher value = DEFAULT.matcher(line.trim());
            if (option != null && value.find()) {
                options.put(option, value.group(1));
            }
        }
        assertThat(options).hasSizeGreaterThan(20);
        return options;
    }
}
