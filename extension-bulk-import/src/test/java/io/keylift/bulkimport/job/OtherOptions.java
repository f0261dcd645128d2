// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.Map;
import java.util.Set;

/** Makes values of options that differ from the default. */
public final class OtherOptions {

    private static final JobOptions GIVEN = JobOptions.DEFAULTS
            .with(JobOption.DROP, Set.of(Drop.UNKNOWN_HASHES, Drop.UNKNOWN_FIELDS))
            .with(JobOption.SCOPE, Map.of("organization", "Größe & more", "group", "/a=b"));

    private OtherOptions() {}

    /** Sets the last choice; for options without choices, an example. */
    public static <T> JobOptions change(JobOptions options, JobOption<T> option) {
        return options.with(
                option,
                option.choices().isEmpty()
                        ? GIVEN.get(option)
                        : option.choices().stream()
                                .map(option::read)
                                .filter(value -> !value.equals(option.otherwise()))
                                .reduce((first, second) -> second)
                                .orElseThrow());
    }
}
