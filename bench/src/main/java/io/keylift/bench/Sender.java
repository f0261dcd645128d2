// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A program that sends a file of whole persons to the server, by the default options of the server. */
enum Sender {
    CURL,
    /** The command, with one connection. */
    KEYLIFT,
    KEYLIFT_TWO_STREAMS,
    /** The command, with one connection, makes the same persons of records with ten other fields. */
    KEYLIFT_MAPPED;

    String label() {
        return Labels.of(this);
    }

    boolean isKeylift() {
        return this != CURL;
    }

    /**
     * The program with its arguments, for a process in the folder of the files.
     *
     * @param keylift path of the command
     * @param how parameter {@code ifExists}
     */
    List<String> command(String keylift, URI imports, SentFiles files, String how) {
        List<String> command = new ArrayList<>();
        switch (this) {
            case CURL ->
                command.addAll(List.of(
                        "curl",
                        "-sS",
                        "--fail-with-body",
                        "-H",
                        "@" + SentFiles.HEADERS,
                        "-X",
                        "POST",
                        "-T",
                        files.persons(),
                        imports + "?ifExists=" + how));
            case KEYLIFT -> command.addAll(List.of(keylift, "import", "users", files.persons()));
            case KEYLIFT_TWO_STREAMS ->
                command.addAll(List.of(keylift, "import", "users", files.persons(), "--streams", "2"));
            case KEYLIFT_MAPPED ->
                command.addAll(List.of(keylift, "import", "--map", SentFiles.MAPPING, files.others()));
        }
        if (isKeylift()) {
            command.addAll(List.of("--if-exists", how));
        }
        return command;
    }
}
