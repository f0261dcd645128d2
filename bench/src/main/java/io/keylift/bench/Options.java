// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Options of a run: system properties of one prefix. Each method throws an {@link IllegalArgumentException} whose
 * message names the option and what it accepts.
 */
public final class Options {

    private final String prefix;
    private final Set<String> known;

    private Options(String prefix, Set<String> known) {
        this.prefix = prefix;
        this.known = known;
    }

    /**
     * @param prefix prefix of the properties, such as {@code bench.}
     * @param ofBuild names that the build sets
     */
    public static Options of(String prefix, String... ofBuild) {
        return new Options(prefix, new TreeSet<>(List.of(ofBuild)));
    }

    /** Reads settings. An invalid option leads to one line on the standard error and exit code 1. */
    public static <S> S orExit(Supplier<S> settings) {
        try {
            return settings.get();
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(1);
            throw e;
        }
    }

    /** Refuses options that have not been read. Call it after all options are read. */
    public void refuseOthers() {
        for (String name : new TreeSet<>(System.getProperties().stringPropertyNames())) {
            if (name.startsWith(prefix) && !known.contains(name.substring(prefix.length()))) {
                throw new IllegalArgumentException("There is no option " + name + ": the options are " + prefix
                        + String.join(", " + prefix, known));
            }
        }
    }

    public String text(String name, String otherwise) {
        known.add(name);
        return System.getProperty(prefix + name, otherwise);
    }

    /** Reads one of these words. */
    public String word(String name, String otherwise, String... words) {
        String word = text(name, otherwise);
        if (!List.of(words).contains(word)) {
            throw refused(name, word, "one of " + String.join(", ", words));
        }
        return word;
    }

    public int whole(String name, int least, int otherwise) {
        return whole(name, text(name, Integer.toString(otherwise)), least);
    }

    /** Reads whole numbers, separated by commas; an empty list for {@code none}. */
    public List<Integer> wholes(String name, int least, String otherwise) {
        return parts(text(name, otherwise))
                .map(part -> whole(name, part, least))
                .toList();
    }

    private int whole(String name, String text, int least) {
        String expected = "a whole number, at least " + least;
        try {
            int value = Integer.parseInt(text);
            if (value >= least) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw refused(name, text, expected);
        }
        throw refused(name, text, expected);
    }

    /** Reads a number that is not negative. */
    public double number(String name, double otherwise) {
        String text = text(name, Double.toString(otherwise));
        try {
            double value = Double.parseDouble(text);
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw refused(name, text, "a number");
        }
        throw refused(name, text, "a number that is not negative");
    }

    /**
     * Reads constants by their names, separated by commas; all constants by default, an empty list for {@code none}.
     */
    public <E extends Enum<E>> List<E> named(Class<E> type, String name) {
        return named(type, name, List.of(type.getEnumConstants()));
    }

    /** Reads constants by their names, separated by commas; an empty list for {@code none}. */
    public <E extends Enum<E>> List<E> named(Class<E> type, String name, List<E> otherwise) {
        String names = text(name, "");
        return names.isBlank()
                ? otherwise
                : parts(names).map(word -> named(type, name, word)).toList();
    }

    private <E extends Enum<E>> E named(Class<E> type, String name, String word) {
        List<E> constants = List.of(type.getEnumConstants());
        return constants.stream()
                .filter(constant -> nameOf(constant).equals(word))
                .findFirst()
                .orElseThrow(() -> refused(
                        name,
                        word,
                        "one or more of "
                                + String.join(
                                        ", ",
                                        constants.stream().map(Options::nameOf).toList())));
    }

    private static String nameOf(Enum<?> constant) {
        return Labels.of(constant);
    }

    private static Stream<String> parts(String commaSeparated) {
        return commaSeparated.equals("none")
                ? Stream.of()
                : Stream.of(commaSeparated.split(",")).map(String::strip);
    }

    private IllegalArgumentException refused(String name, String value, String expected) {
        return new IllegalArgumentException(prefix + name + " must be " + expected + ", not " + value);
    }
}
