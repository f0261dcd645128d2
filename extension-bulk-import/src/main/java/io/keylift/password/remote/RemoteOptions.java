// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The options of one old system. An invalid value is refused by the option's name, and the server does not start.
 * Messages quote no values of secrets.
 */
final class RemoteOptions {

    static final String PREFIX = "--spi-password-hashing--" + RemotePassword.ALGORITHM + "--";

    private final UnaryOperator<String> given;
    private final String name;

    /** @param given returns the configured value of an option, or {@code null} */
    RemoteOptions(UnaryOperator<String> given, String name) {
        this.given = given;
        this.name = name;
    }

    /** A text, or {@code null}. */
    String text(String option) {
        String value = given.apply(name + "-" + option);
        return value == null || value.isBlank() ? null : value.strip();
    }

    String required(String option) {
        String value = text(option);
        if (value == null) {
            throw bad(option, "is missing");
        }
        return value;
    }

    List<String> list(String option) {
        String value = text(option);
        return value == null
                ? List.of()
                : Arrays.stream(value.split(",")).map(String::strip).toList();
    }

    int number(String option, int otherwise, int min, int max) {
        String value = text(option);
        if (value == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Refused below, by one message.
        }
        throw bad(option, "must be a whole number from " + min + " to " + max);
    }

    boolean truth(String option) {
        String value = text(option);
        if (value == null || value.equals("false")) {
            return false;
        }
        if (value.equals("true")) {
            return true;
        }
        throw bad(option, "must be true or false");
    }

    /** An absolute address of one of these schemes, without a user and without a fragment. */
    URI address(String option, String... schemes) {
        try {
            URI address = new URI(required(option));
            if (address.getScheme() != null
                    && List.of(schemes).contains(address.getScheme())
                    && address.getHost() != null
                    && address.getRawUserInfo() == null
                    && address.getRawFragment() == null) {
                return address;
            }
        } catch (URISyntaxException e) {
            // Refused below, by one message.
        }
        throw bad(option, "must be an address that begins with " + String.join(":// or ", schemes) + "://");
    }

    /** The secret in a file or in the vault; one that is not given, if neither option is. */
    Secret secret() {
        String file = text("secret-file");
        String entry = text("secret-vault");
        if (file != null && entry != null) {
            throw bad("secret-vault", "must be absent if `" + name + "-secret-file` is given");
        }
        if (entry != null) {
            return Secret.inVault(entry);
        }
        return file == null ? Secret.none() : Secret.of(read(Path.of(file)));
    }

    private String read(Path file) {
        try {
            PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
            if (view != null
                    && view.readAttributes().permissions().stream()
                            .anyMatch(right -> right == PosixFilePermission.OTHERS_READ
                                    || right == PosixFilePermission.OTHERS_WRITE)) {
                throw bad("secret-file", "must be a file that only its owner and group can read");
            }
            String text = Files.readString(file).strip();
            if (!text.isEmpty()) {
                return text;
            }
        } catch (IOException e) {
            // Refused below, by one message.
        }
        throw bad("secret-file", "must be a readable text file with the secret");
    }

    IllegalArgumentException bad(String option, String fault) {
        return new IllegalArgumentException("Option " + PREFIX + name + "-" + option + " " + fault);
    }
}
