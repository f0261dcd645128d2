// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Certificates to trust: a PEM file, or a key store with a password. */
final class Truststore {

    private static final String PEM = "-----BEGIN CERTIFICATE-----";

    private Truststore() {}

    static SSLContext context(Path file, String password) throws IOException {
        try {
            KeyStore store = Files.readString(file, StandardCharsets.ISO_8859_1).contains(PEM)
                    ? ofCertificates(file)
                    : KeyStore.getInstance(file.toFile(), password == null ? null : password.toCharArray());
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("The truststore " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static KeyStore ofCertificates(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream in = Files.newInputStream(file)) {
            int number = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("certificate-" + number++, certificate);
            }
        }
        return store;
    }
}
