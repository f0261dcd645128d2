// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.formats.FormatException;
import io.keylift.formats.Input;
import io.keylift.formats.Mapping;
import io.keylift.formats.Recognition;
import io.keylift.formats.Settings;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** How files of another system become records. */
final class MappingOptions {

    @Option(
            names = "--from",
            paramLabel = "NAME",
            description = "System that the files come from, such as auth0. Default: recognized, if there is no KIND.")
    private String from;

    @Option(names = "--map", paramLabel = "FILE", description = "Mapping to use, as `keylift map print` writes one")
    private Path map;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "Value of an option of the mapping; repeatable")
    private Map<String, String> set = new LinkedHashMap<>();

    @Option(
            names = "--charset",
            paramLabel = "NAME",
            description = "Charset of the files of the other system. Default: recognized.")
    private Charset charset;

    @Option(
            names = "--separator",
            paramLabel = "CHARACTER",
            description = "Separator of CSV of the other system, or tab. Default: recognized.")
    private String separator;

    boolean isGiven() {
        return from != null || map != null;
    }

    /** Refuses options that would have no effect on records of Keylift. */
    void requireNone() {
        if (!set.isEmpty() || charset != null || separator != null) {
            throw new UsageException(
                    "`--set`, `--charset` and `--separator` are for files of another system: leave KIND out");
        }
    }

    Settings settings() {
        return new Settings(Map.copyOf(set), charset, character());
    }

    private Character character() {
        if (separator == null) {
            return null;
        }
        if (separator.equals("tab") || separator.equals("\\t")) {
            return '\t';
        }
        if (separator.length() != 1) {
            throw new UsageException("`--separator` is one character, or tab");
        }
        return separator.charAt(0);
    }

    /** The mapping that is named, or the one that the inputs show to be theirs. */
    Mapping mapping(List<Input> inputs) throws IOException {
        Mapping mapping = isGiven() ? named() : recognized(inputs);
        try {
            mapping.requireKnown(settings());
        } catch (FormatException e) {
            throw new UsageException("`--set`: " + e.getMessage());
        }
        return mapping;
    }

    private Mapping named() {
        try {
            Mapping named = from == null ? null : Mapping.of(from);
            return map == null ? named : Mapping.of(map);
        } catch (NoSuchFileException e) {
            throw new UsageException("There is no file " + map);
        } catch (IOException e) {
            throw new UsageException("The mapping cannot be used: " + e.getMessage());
        }
    }

    private Mapping recognized(List<Input> inputs) throws IOException {
        try {
            return Recognition.of(inputs, settings());
        } catch (FormatException e) {
            throw new UsageException(
                    e.getMessage() + " Use `--from NAME`; for records of Keylift, name their KIND before the file.");
        }
    }
}
