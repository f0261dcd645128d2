// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.http;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How to connect to a server.
 *
 * @param truststore certificates to trust instead of those of Java, as PKCS #12, JKS or PEM; {@code null} for Java's
 * @param truststorePassword {@code null} for none
 * @param connectTimeout for the connection and its encryption
 * @param idleTimeout after which a connection without a byte in either direction counts as broken; an import writes one
 *     at least every ten seconds
 */
public record HttpSettings(Path truststore, String truststorePassword, Duration connectTimeout, Duration idleTimeout) {

    public static HttpSettings defaults() {
        return new HttpSettings(null, null, Duration.ofSeconds(20), Duration.ofSeconds(90));
    }

    public HttpSettings withTruststore(Path file, String password) {
        return new HttpSettings(file, password, connectTimeout, idleTimeout);
    }

    public HttpSettings withIdleTimeout(Duration timeout) {
        return new HttpSettings(truststore, truststorePassword, connectTimeout, timeout);
    }

    @Override
    public String toString() {
        return "HttpSettings[truststore=" + truststore + "]";
    }
}
