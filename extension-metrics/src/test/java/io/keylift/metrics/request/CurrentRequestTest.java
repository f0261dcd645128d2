// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CurrentRequestTest {

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void stop() {
        vertx.close();
    }

    @Test
    void aThreadWorksForTheRequestOfItsContext() {
        ContextInternal context = context();
        ContextInternal other = context();
        RequestWork request = request();
        RequestWork another = request();
        CurrentRequest.set(context, request);
        CurrentRequest.set(other, another);

        assertThat(currentIn(context)).isSameAs(request);
        assertThat(currentIn(context)).isSameAs(request);
        assertThat(currentIn(other)).isSameAs(another);
        assertThat(currentIn(context)).isSameAs(request);
    }

    @Test
    void aThreadWorksForNoRequestWhereThereIsNoneInItsContext() {
        ContextInternal context = context();
        CurrentRequest.set(context, request());
        currentIn(context);

        assertThat(currentIn(context())).isNull();
        assertThat(CurrentRequest.get()).isNull();
    }

    @Test
    void aContextThatHadNoneYetGetsOne() {
        ContextInternal context = context();
        currentIn(context);
        RequestWork request = request();

        CurrentRequest.set(context, request);

        assertThat(currentIn(context)).isSameAs(request);
    }

    @SuppressWarnings("deprecation") // it is the one that Keycloak has
    private ContextInternal context() {
        return ((VertxInternal) vertx).getOrCreateContext().duplicate();
    }

    private static RequestWork request() {
        return TestWork.of(new BackgroundWork(new ObserverDispatch()), new RequestLoad());
    }

    private RequestWork currentIn(ContextInternal context) {
        ContextInternal before = context.beginDispatch();
        try {
            return CurrentRequest.get();
        } finally {
            context.endDispatch(before);
        }
    }
}
