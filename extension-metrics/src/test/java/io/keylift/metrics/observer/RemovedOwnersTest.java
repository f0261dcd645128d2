// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The meters of removed realms and clients. */
class RemovedOwnersTest {

    private final ObservedMeters meters = new ObservedMeters();

    @Test
    void whatHasEndedOfARemovedRealmDoesNotBringItsMetersBack() {
        Queue<Runnable> ended = new ArrayDeque<>();
        MicrometerObserver observer = meters.observer(Map.of("realm-tag", "true"), () -> {
            ended.forEach(Runnable::run);
            ended.clear();
        });
        ended.add(() -> observer.requestEnded(Breakdowns.request("acme", "shop")));
        observer.realmRemoved("acme");
        ended.forEach(Runnable::run);

        assertThat(meters.registry().getMeters()).isEmpty();
    }

    @Test
    void aRemovedRealmLeavesNoMeterAndMakesRoom() {
        MicrometerObserver observer = meters.observer(Map.of("realm-tag", "true", "max-realms", "1"));
        observer.requestEnded(Breakdowns.request("acme", "shop"));
        observer.adminEvent("acme", "USER", "CREATE");
        observer.realmRemoved("acme");
        assertThat(meters.registry().getMeters()).isEmpty();

        observer.requestEnded(Breakdowns.request("next", "shop"));
        assertThat(meters.values("realm")).containsExactly("next");
    }

    @Test
    void aRemovedClientLeavesNoMeterAndMakesRoom() {
        MicrometerObserver observer = meters.observer(Map.of("client-tag", "true", "max-clients", "1"));
        observer.requestEnded(Breakdowns.request("acme", "shop"));
        observer.clientRemoved("acme", "shop");
        assertThat(meters.registry().getMeters()).isEmpty();

        observer.requestEnded(Breakdowns.request("acme", "next"));
        assertThat(meters.values("client")).containsExactly("next");
    }

    @Test
    void aClientThatAnotherRealmHasAsWellIsShownUntilThatRemovesItToo() {
        MicrometerObserver observer = meters.observer(Map.of("client-tag", "true"));
        observer.requestEnded(Breakdowns.request("acme", "admin-cli"));
        observer.requestEnded(Breakdowns.request("next", "admin-cli"));
        observer.clientRemoved("acme", "admin-cli");
        assertThat(meters.values("client")).containsExactly("admin-cli");

        observer.realmRemoved("next");
        assertThat(meters.registry().getMeters()).isEmpty();
        assertThat(observer.clients()).isEmpty();
    }

    @Test
    void aRemovedClientLeavesNoMeterOfItsRealm() {
        MicrometerObserver observer = meters.observer(Map.of("realm-tag", "true", "client-tag", "true"));
        observer.requestEnded(Breakdowns.request("acme", "shop"));
        observer.requestEnded(Breakdowns.request("acme", "kept"));
        observer.requestEnded(Breakdowns.request("next", "shop"));
        observer.clientRemoved("acme", "shop");

        assertThat(meters.values("realm")).containsExactly("acme", "next");
        assertThat(meters.registry()
                        .find("keycloak.request.phase")
                        .tags("realm", "acme", "client", "shop")
                        .timers())
                .isEmpty();
        assertThat(observer.clients()).isEqualTo(Map.of("shop", Set.of("next"), "kept", Set.of("acme")));
    }

    /** The client's name equals the tag value of all further clients, like that of a realm. */
    @Test
    void aClientMayBeCalledLikeAllOthers() {
        MicrometerObserver observer = meters.observer(Map.of("client-tag", "true", "max-clients", "1"));
        observer.requestEnded(Breakdowns.request("acme", "shop"));
        observer.requestEnded(Breakdowns.request("acme", "other"));
        observer.requestEnded(Breakdowns.request("acme", "one-too-many"));
        observer.clientRemoved("acme", "other");
        observer.clientRemoved("acme", "one-too-many");

        assertThat(meters.values("client")).containsExactlyInAnyOrder("shop", "other");
    }

    /** The realm's name equals the tag value of all further realms, whose meters stay. */
    @Test
    void aRealmMayBeCalledLikeAllOthers() {
        MicrometerObserver observer = meters.observer(Map.of("realm-tag", "true", "max-realms", "1"));
        observer.requestEnded(Breakdowns.request("other", "shop"));
        observer.requestEnded(Breakdowns.request("none", "shop"));
        observer.requestEnded(Breakdowns.request("acme", "shop"));
        observer.requestEnded(Breakdowns.request("one-too-many", "shop"));
        observer.realmRemoved("other");
        observer.realmRemoved("none");
        observer.realmRemoved("one-too-many");

        assertThat(meters.values("realm")).containsExactlyInAnyOrder("acme", "other");
    }
}
