// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.wording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A comment in a source of Java or TypeScript.
 *
 * @param file name of the file
 * @param text the comment with its delimiters, on one line
 */
record Comment(String file, String text) {

    /** Literals, which can contain what looks like a comment, and comments. */
    private static final Pattern TOKEN = Pattern.compile("""
            \"{3}[\\s\\S]*?\"{3}|"(?:\\\\.|[^"\\\\\\n])*+"|'(?:\\\\.|[^'\\\\\\n])*+'|/\\*[\\s\\S]*?\\*/|//.*""");

    private static final Pattern LINE = Pattern.compile("\\s*\\n[\\s*]*");

    /** All comments of this file. */
    static List<Comment> in(Path file) throws IOException {
        return TOKEN.matcher(Files.readString(file))
                .results()
                .map(MatchResult::group)
                .filter(token -> token.startsWith("/"))
                .map(text -> new Comment(
                        file.getFileName().toString(), LINE.matcher(text).replaceAll(" ")))
                .toList();
    }
}
