// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JobOptionsTest {

    static List<JobOption<?>> all() {
        return JobOption.ALL;
    }

    /** Options of which none has its default. */
    private static JobOptions changed() {
        JobOptions changed = JobOptions.DEFAULTS;
        for (JobOption<?> option : JobOption.ALL) {
            changed = OtherOptions.change(changed, option);
        }
        return changed;
    }

    @ParameterizedTest
    @MethodSource("all")
    void anotherValueIsADifferenceInThisOptionAlone(JobOption<?> option) {
        JobOptions other = OtherOptions.change(JobOptions.DEFAULTS, option);

        assertThat(JobOptions.DEFAULTS.differences(other)).isEqualTo(List.of(option));
        assertThat(other.differences(JobOptions.DEFAULTS)).isEqualTo(List.of(option));
        assertThat(other).isNotEqualTo(JobOptions.DEFAULTS);
        assertThat(other.isDefault(option)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("all")
    void theDefaultGivenExplicitlyIsNoDifference(JobOption<?> option) {
        JobOptions back = reset(OtherOptions.change(JobOptions.DEFAULTS, option), option);

        assertThat(back).isEqualTo(JobOptions.DEFAULTS).hasSameHashCodeAs(JobOptions.DEFAULTS);
        assertThat(back.differences(JobOptions.DEFAULTS)).isEmpty();
        assertThat(back.isDefault(option)).isTrue();
    }

    private static <T> JobOptions reset(JobOptions options, JobOption<T> option) {
        return options.with(option, option.otherwise());
    }

    @Test
    void differencesComeInTheOrderOfTheList() {
        assertThat(changed().differences(JobOptions.DEFAULTS)).isEqualTo(JobOption.ALL);
    }

    @Test
    void namesAreUnique() {
        List<String> names =
                new ArrayList<>(JobOption.ALL.stream().map(JobOption::name).toList());

        assertThat(names).isNotEmpty().doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyChoiceIsReadAndShownAsItself(JobOption<?> option) {
        assertThat(option.choices())
                .noneMatch(choice -> !shown(option, choice).toString().equals(choice));
        assertThat(option.choices().isEmpty()).isEqualTo(option == JobOption.DROP || option == JobOption.SCOPE);
    }

    private static <T> Object shown(JobOption<T> option, String text) {
        return option.show(option.read(text));
    }

    @Test
    void laterChangesOfACollectionDoNotReachTheOptions() {
        Map<String, String> scope = new HashMap<>(Map.of("scope", "realm"));
        Set<Drop> drops = new HashSet<>(Set.of(Drop.UNKNOWN_FIELDS));
        JobOptions options = JobOptions.DEFAULTS.with(JobOption.SCOPE, scope).with(JobOption.DROP, drops);

        scope.clear();
        Collections.addAll(drops, Drop.values());

        assertThat(options.get(JobOption.SCOPE)).isEqualTo(Map.of("scope", "realm"));
        assertThat(options.get(JobOption.DROP)).containsExactly(Drop.UNKNOWN_FIELDS);
    }
}
