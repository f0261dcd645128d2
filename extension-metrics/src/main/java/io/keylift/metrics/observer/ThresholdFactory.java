// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.request.Delivery;
import io.keylift.metrics.request.RequestObserver;
import io.keylift.metrics.request.RequestObserverFactory;
import java.util.List;
import java.util.Map;
import org.keycloak.Config;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.provider.ProviderConfigurationBuilder;
import org.keycloak.provider.ServerInfoAwareProviderFactory;

/** Factory of an observer with one option, the duration from which on the observer reports a request. */
abstract class ThresholdFactory implements RequestObserverFactory, ServerInfoAwareProviderFactory {

    private static final int DAY_MILLIS = 24 * 60 * 60 * 1000;

    private final String id;
    private final String option;
    private final int otherwise;
    private final String help;
    private int millis;
    private RequestObserver observer;

    /**
     * @param id id of the observer
     * @param option name of the option
     * @param otherwise default of the option, in milliseconds
     */
    ThresholdFactory(String id, String option, int otherwise, String help) {
        this.id = id;
        this.option = option;
        this.otherwise = otherwise;
        this.help = help;
    }

    abstract RequestObserver observer(int thresholdMillis);

    @Override
    public String getId() {
        return id;
    }

    @Override
    public void init(Config.Scope config) {
        millis = new ObserverOptions(id, config::get).number(option, otherwise, 0, DAY_MILLIS);
        observer = observer(millis);
    }

    @Override
    public Delivery delivery() {
        return Delivery.IMMEDIATE;
    }

    @Override
    public RequestObserver observer() {
        return observer;
    }

    @Override
    public void close() {
        observer.close();
    }

    @Override
    public List<ProviderConfigProperty> getConfigMetadata() {
        return ProviderConfigurationBuilder.create()
                .property()
                .name(option)
                .type(ProviderConfigProperty.INTEGER_TYPE)
                .defaultValue(otherwise)
                .helpText(help)
                .add()
                .build();
    }

    @Override
    public Map<String, String> getOperationalInfo() {
        return Map.of(option, String.valueOf(millis));
    }
}
