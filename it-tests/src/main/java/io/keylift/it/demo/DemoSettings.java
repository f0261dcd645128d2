// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.demo;

/** The options of the command line, each as {@code -Ddemo.<name>=<value>}. */
record DemoSettings(
        int port,
        int managementPort,
        int organizations,
        int persons,
        boolean exit,
        String directory,
        boolean observability,
        int tracesPort,
        int prometheusPort) {

    static DemoSettings fromSystemProperties() {
        return new DemoSettings(
                number("port", 8080, 1, 65_535),
                number("managementPort", 9000, 1, 65_535),
                number("organizations", 300, 1, 10_000_000),
                number("persons", 50_000, 1, 100_000_000),
                isSet("exit"),
                System.getProperty("demo.directory", "demo"),
                isSet("observability"),
                number("tracesPort", 9411, 1, 65_535),
                number("prometheusPort", 9090, 1, 65_535));
    }

    /** The name alone means yes. */
    private static boolean isSet(String name) {
        return !System.getProperty("demo." + name, "false").equals("false");
    }

    private static int number(String name, int byDefault, int min, int max) {
        String value = System.getProperty("demo." + name);
        if (value == null) {
            return byDefault;
        }
        try {
            int number = Integer.parseInt(value.replace("_", ""));
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, in the same words as a number out of range.
        }
        throw new DemoFailure("demo." + name + " is a number from " + min + " to " + max + ", not \"" + value + "\".");
    }
}
