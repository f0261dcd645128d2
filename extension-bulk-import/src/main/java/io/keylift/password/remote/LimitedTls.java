// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import javax.net.ssl.SSLSocketFactory;

/** TLS over an existing connection with a limit for each read: JNDI has none for the handshake after StartTLS. */
final class LimitedTls extends SSLSocketFactory {

    private final SSLSocketFactory tls;
    private final int limitMillis;

    LimitedTls(SSLSocketFactory tls, Duration limit) {
        this.tls = tls;
        limitMillis = Math.toIntExact(limit.toMillis());
    }

    @Override
    public Socket createSocket(Socket plain, String host, int port, boolean closes) throws IOException {
        plain.setSoTimeout(limitMillis);
        return tls.createSocket(plain, host, port, closes);
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return tls.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return tls.getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw noConnection();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
        throw noConnection();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw noConnection();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
        throw noConnection();
    }

    private static UnsupportedOperationException noConnection() {
        return new UnsupportedOperationException("StartTLS has a connection already");
    }
}
