// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakContext;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.ModelException;
import org.keycloak.models.RealmModel;
import org.keycloak.utils.KeycloakSessionUtil;

/** A request to realm acme, whose session knows a client. */
class ClientInFlightTest {

    private final RequestWork work =
            TestWork.of(new BackgroundWork(new ObserverDispatch()), new RequestLoad(), new OpenRequests());

    @AfterEach
    void endSession() {
        KeycloakSessionUtil.setKeycloakSession(null);
    }

    @Test
    void itIsKnownFromTheNextPhaseOn() {
        assertThat(client()).isNull();
        work.enter(Phase.SQL);
        assertThat(client()).isNull();

        session("acme", () -> "shop");
        assertThat(client()).isNull();
        work.enter(Phase.SQL);
        assertThat(client()).isEqualTo("shop");

        work.belongsTo(new RequestOwner("acme", "another", "acme"));
        assertThat(client()).isEqualTo("another");
    }

    /** A client of realm master is not visible to administrators of this realm. */
    @Test
    void oneOfAnotherRealmIsNotTold() {
        session("master", () -> "admin-cli");
        work.enter(Phase.SQL);

        assertThat(client()).isNull();
    }

    @Test
    void oneThatIsRemovedIsNotTold() {
        session("acme", () -> "shop");
        work.enter(Phase.SQL);
        work.disownClient();

        assertThat(client()).isNull();
    }

    /** A client that has just changed is read again. */
    @Test
    void toAskForItMayTakeAStatementOrFail() {
        session("acme", () -> {
            work.exit(Phase.SQL, work.enter(Phase.SQL));
            return "shop";
        });
        work.enter(Phase.INFINISPAN);
        assertThat(client()).isEqualTo("shop");

        RequestWork other =
                TestWork.of(new BackgroundWork(new ObserverDispatch()), new RequestLoad(), new OpenRequests());
        session("acme", () -> {
            throw new ModelException("gone");
        });
        assertThat(other.enter(Phase.SQL)).isPositive();
        assertThat(other.inFlight(System.nanoTime()).client()).isNull();
    }

    private String client() {
        return work.inFlight(System.nanoTime()).client();
    }

    private static void session(String realm, Supplier<String> clientId) {
        RealmModel ofClient = of(RealmModel.class, method -> realm);
        ClientModel client = of(ClientModel.class, method -> method.equals("getRealm") ? ofClient : clientId.get());
        KeycloakContext context = of(KeycloakContext.class, method -> method.equals("getRealm") ? ofClient : client);
        KeycloakSessionUtil.setKeycloakSession(of(KeycloakSession.class, method -> context));
    }

    private static <T> T of(Class<T> type, Function<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answers.apply(method.getName())));
    }
}
