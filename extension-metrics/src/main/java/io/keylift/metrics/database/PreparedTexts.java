// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.quarkus.arc.Arc;
import io.quarkus.arc.Unremovable;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The text of the statement that a thread prepares. */
@Singleton
@Unremovable
public class PreparedTexts {

    private final ThreadLocal<String> last = new ThreadLocal<>();
    private volatile UnaryOperator<String> change = UnaryOperator.identity();

    /** The texts of this server, or empty outside a server. */
    public static Optional<PreparedTexts> instance() {
        return Optional.ofNullable(Arc.container())
                .map(container -> container.instance(PreparedTexts.class).get());
    }

    /** Changes each statement from now on, for example by a comment. */
    public void change(UnaryOperator<String> wanted) {
        change = wanted;
    }

    /** Called with each text before it is prepared; returns the text to prepare. */
    String prepares(String sql) {
        last.set(sql);
        return change.apply(sql);
    }

    /** The last text on this thread, as it was before the change; {@code null} if there was none. */
    String last() {
        return last.get();
    }
}
