// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Names that other systems give to a password, its hash and the parameters of the hash. */
final class PasswordNames {

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^A-Za-z]+|(?<=[a-z])(?=[A-Z])");
    private static final Set<String> WORDS = Set.of("pass", "pwd", "salt", "hash");
    private static final List<String> PARTS = List.of("password", "passwd", "passphrase", "encryptionscheme");

    private PasswordNames() {}

    static boolean include(String name) {
        List<String> words = BETWEEN_WORDS
                .splitAsStream(name)
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
        String letters = String.join("", words);
        return words.stream().anyMatch(WORDS::contains) || PARTS.stream().anyMatch(letters::contains);
    }
}
