// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.events;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Creates unique secrets and remembers them, so that a test can search for each. */
final class Secrets {

    /** Beginning of every secret. */
    static final String BEGINNING = "sEcR";

    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final Pattern PLACEHOLDER = Pattern.compile("<(plain|short|kept|client)>");
    private static final int LENGTH = 24;

    private final SecureRandom random = new SecureRandom();
    private final Set<String> passwords = new HashSet<>();
    private final Set<String> kept = new HashSet<>();
    private final Set<String> clients = new HashSet<>();

    /**
     * A text with a new secret for each placeholder in it: {@code <plain>}, {@code <short>}, {@code <kept>} or
     * {@code <client>}.
     */
    String fill(String text) {
        return PLACEHOLDER.matcher(text).replaceAll(found -> Matcher.quoteReplacement(next(found.group(1))));
    }

    private String next(String sort) {
        // No other secret has a hyphen, so none contains a short one.
        String secret = sort.equals("short") ? BEGINNING + "-" + (10 + passwords.size()) : BEGINNING + letters();
        switch (sort) {
            case "kept" -> kept.add(secret);
            case "client" -> clients.add(secret);
            default -> passwords.add(secret);
        }
        return secret;
    }

    /** Letters and digits, so that it is BASE64, too, and nothing has to be escaped anywhere. */
    private String letters() {
        return random.ints(LENGTH - BEGINNING.length(), 0, LETTERS.length())
                .mapToObj(index -> LETTERS.substring(index, index + 1))
                .collect(Collectors.joining());
    }

    /** The lines of a text that tell a secret of any sort. */
    List<String> linesThatTell(String text) {
        return text.lines()
                .filter(line ->
                        Stream.of(passwords, kept, clients).flatMap(Set::stream).anyMatch(line::contains))
                .toList();
    }

    /** The lines of a text that tell a password. */
    List<String> linesThatTellPasswords(String text) {
        return text.lines()
                .filter(line -> passwords.stream().anyMatch(line::contains))
                .toList();
    }
}
