// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.metrics.observer.ObserverOptions;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.keycloak.provider.ProviderConfigProperty;

class TimingsQueryTest {

    @Test
    void withoutParametersTheFirstHundredByTotalTime() {
        assertThat(TimingsQuery.of(name -> null)).isEqualTo(new TimingsQuery(Order.TOTAL, 0, 100, false));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    sort  | mean | Query parameter `sort` must be one of total, count, p50, p95, p99, pool_wait, \
                    sql, commit, ldap, http, smtp, hash, infinispan, queue, cpu, gc, client, blocked, parked, rest
                    first | -1   | Query parameter `first` must be a whole number from 0 to 2147483647
                    max   | 0    | Query parameter `max` must be a whole number from 1 to 10000
                    max   | ten  | Query parameter `max` must be a whole number from 1 to 10000
                    """)
    void aBadValueIsRefused(String name, String value, String message) {
        assertThatThrownBy(() -> TimingsQuery.of(Map.of(name, value)::get)).hasMessage(message);
    }

    @Test
    void aParameterThatIsNotKnownIsRefused() {
        TimingsQuery.requireKnown(Set.of("sort", "first", "max"), false);
        TimingsQuery.requireKnown(Set.of("realm", "max"), true);

        assertThatThrownBy(() -> TimingsQuery.requireKnown(Set.of("realm"), false))
                .hasMessage("Unknown query parameter; known parameters: sort, first, max, nodes, compare, node");
        assertThatThrownBy(() -> TimingsQuery.requireKnown(Set.of("bogus"), true))
                .hasMessage("Unknown query parameter; known parameters: sort, first, max, nodes, compare, node, realm");
    }

    @Test
    void whatIsDocumentedIsWhatIsEffective() {
        TimingsSettings settings = TimingsSettings.of(new ObserverOptions(TimingsSettings.ID, name -> null));

        assertThat(TimingsSettings.metadata())
                .isNotEmpty()
                .allSatisfy(option -> assertThat(settings.describe())
                        .containsEntry(option.getName(), String.valueOf(option.getDefaultValue())));
        assertThat(TimingsSettings.metadata().stream().map(ProviderConfigProperty::getName))
                .containsExactlyElementsOf(settings.describe().keySet());
    }

    @ParameterizedTest
    @CsvSource({"/, /request-timings", "/ops, /ops/request-timings", "ops/, /ops/request-timings"})
    void thePathBeginsWithThatOfTheManagementInterface(String root, String path) {
        assertThat(ManagementPath.join(root, "request-timings")).isEqualTo(path);
    }
}
