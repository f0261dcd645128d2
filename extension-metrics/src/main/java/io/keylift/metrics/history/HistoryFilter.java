// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import io.keylift.metrics.recent.EndpointName;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Which rows of the history are meant. Immutable. */
final class HistoryFilter {

    private final List<String> conditions;
    private final List<Object> values;

    private HistoryFilter(List<String> conditions, List<Object> values) {
        this.conditions = conditions;
        this.values = values;
    }

    /** Slices that begin in this span; the end does not belong to it. */
    static HistoryFilter between(Instant from, Instant to) {
        return new HistoryFilter(
                List.of("SLICE_START >= ?", "SLICE_START < ?"), List.of(from.getEpochSecond(), to.getEpochSecond()));
    }

    /** Selects slices that are shorter than this. */
    HistoryFilter shorterThan(long seconds) {
        return and("SLICE_SECONDS < ?", seconds);
    }

    /** Selects this version. */
    HistoryFilter version(String version) {
        return and("SERVER_VERSION = ?", version);
    }

    /** Selects this node. */
    HistoryFilter node(String node) {
        return and("NODE = ?", node);
    }

    /** Selects all other nodes. */
    HistoryFilter nodeIsNot(String node) {
        return and("NODE <> ?", node);
    }

    /** Selects this endpoint. */
    HistoryFilter endpoint(EndpointName endpoint) {
        HistoryFilter one = and("URI = ?", endpoint.uri()).and("METHOD = ?", endpoint.method());
        return endpoint.grantType() == null ? one : one.and("GRANT_TYPE = ?", endpoint.grantType());
    }

    private HistoryFilter and(String condition, Object value) {
        List<String> more = new ArrayList<>(conditions);
        more.add(condition);
        List<Object> moreValues = new ArrayList<>(values);
        moreValues.add(value);
        return new HistoryFilter(more, moreValues);
    }

    /** The condition with a space before it. */
    String condition() {
        return " where " + String.join(" and ", conditions);
    }

    /** Sets the parameters of the condition. */
    void set(PreparedStatement statement) throws SQLException {
        for (int i = 0; i < values.size(); i++) {
            statement.setObject(i + 1, values.get(i));
        }
    }
}
