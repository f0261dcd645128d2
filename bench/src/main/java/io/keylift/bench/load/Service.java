// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import java.util.Locale;

/** Services that clients request from a server. Each is a scenario of the load generator. */
public enum Service {
    SIGN_IN("sign-in", 4),
    SIGN_IN_AND_OUT("sign-in and logout", 4),
    REFRESH("refresh", 48),
    CLIENT_CREDENTIALS("client credentials", 48),
    USERINFO("userinfo", 96),
    STATIC_ASSET("static asset", 200);

    private final String label;
    private final double firstRate;

    Service(String label, double firstRate) {
        this.label = label;
        this.firstRate = firstRate;
    }

    /** Name in a report. */
    String label() {
        return label;
    }

    /** Name in a property, and name of its scenario. */
    String scenario() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Arrivals a second that two cores serve easily. */
    double firstRate() {
        return firstRate;
    }
}
