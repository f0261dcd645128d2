// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability;

import io.keylift.capability.evaluation.Evaluation;
import org.keycloak.provider.Provider;
import org.keycloak.provider.ProviderFactory;
import org.keycloak.provider.Spi;

/** Lets all code of a session that evaluates capabilities share one {@link Evaluation}. */
public final class EvaluationSpi implements Spi {

    @Override
    public boolean isInternal() {
        return false;
    }

    @Override
    public String getName() {
        return "capability-evaluation";
    }

    @Override
    public Class<? extends Provider> getProviderClass() {
        return Evaluation.class;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class<? extends ProviderFactory> getProviderFactoryClass() {
        return EvaluationFactory.class;
    }
}
